#include "Source.h"

#include <map>
#include <string>
#include <vector>

using namespace cqpdf;

namespace {

enum class State { open, on, off };

/// Returns the state that the usage of a layer recommends for a category (ISO 32000-1, table 102).
State recommended(Object group, std::string const &category) {
    static std::map<std::string, char const *> const keys = {
        {"/Print", "/PrintState"}, {"/View", "/ViewState"}, {"/Export", "/ExportState"}};
    auto key = keys.find(category);
    auto usage = group.getKey("/Usage");
    if (key == keys.end() || !usage.isDictionary()) return State::open;
    auto one = usage.getKey(category);
    auto state = one.isDictionary() ? one.getKey(key->second) : Object::newNull();
    if (!state.isName()) return State::open;
    return state.getName() == "/OFF" ? State::off : state.getName() == "/ON" ? State::on : State::open;
}

std::vector<Object> items(Object array) { return array.isArray() ? array.getArrayAsVector() : std::vector<Object>(); }

/// The layers of a document (optional content groups), each with whether it is seen.
class Layers {
public:
    explicit Layers(Object properties) {
        auto defaults = properties.getKey("/D");
        auto base = defaults.getKey("/BaseState");
        bool const starts_on = !base.isName() || base.getName() != "/OFF";
        for (auto group : items(properties.getKey("/OCGs"))) {
            if (!group.isDictionary() || !group.isIndirect() || !states.emplace(group.getObjGen(), starts_on).second) continue;
            groups.push_back(group);
        }
        for (auto group : items(defaults.getKey("/ON"))) set(group, true);
        for (auto group : items(defaults.getKey("/OFF"))) set(group, false);
        displayed = states;
    }

    /// Sets the states that the document wants when it is printed (ISO 32000-1, 8.11.4.4): where several are recommended
    /// for a layer, it is seen only if all say so.
    void print(Object rules) {
        std::map<QPDFObjGen, State> printed;
        for (auto rule : items(rules)) {
            if (!rule.isDictionary()) continue;
            auto event = rule.getKey("/Event");
            if (!event.isName() || event.getName() != "/Print") continue;
            for (auto group : items(rule.getKey("/OCGs"))) {
                if (!group.isDictionary()) continue;
                auto &state = printed[group.getObjGen()];
                for (auto category : items(rule.getKey("/Category"))) {
                    auto next = category.isName() ? recommended(group, category.getName()) : State::open;
                    if (next == State::off || state == State::open) state = next;
                }
            }
        }
        for (auto const &group : groups) {
            auto rule = printed.find(group.getObjGen());
            if (rule == printed.end()) {
                // Without a rule only the usage says it; other programs leave such a layer out, too.
                if (recommended(group, "/Print") == State::off) set(group, false);
            } else if (rule->second != State::open) {
                set(group, rule->second == State::on);
            }
        }
    }

    /// Returns whether a program would see other layers: one that reads no usage, or that takes a screen's.
    bool are_ambiguous() {
        if (states != displayed) return true;
        for (auto const &group : groups) {
            auto contrary = states[group.getObjGen()] ? State::off : State::on;
            for (auto category : {"/View", "/Print", "/Export"}) {
                if (recommended(group, category) == contrary) return true;
            }
        }
        return false;
    }

    /// Writes the states so that there is one way to read them.
    void write(Object defaults) {
        auto hidden = Object::newArray();
        for (auto group : groups) {
            group.removeKey("/Usage");
            if (!states[group.getObjGen()]) hidden.appendItem(group);
        }
        for (auto key : {"/BaseState", "/ON", "/AS"}) defaults.removeKey(key);
        defaults.replaceKey("/OFF", hidden);
    }

private:
    std::vector<Object> groups;
    std::map<QPDFObjGen, bool> states, displayed;

    void set(Object group, bool is_on) {
        auto known = states.find(group.getObjGen());
        if (known != states.end()) known->second = is_on;
    }
};

}  // namespace

bool cqpdf::settle_layers(QPDF &document) {
    auto properties = document.getRoot().getKey("/OCProperties");
    if (!properties.isDictionary() || !properties.getKey("/D").isDictionary()) return false;
    auto defaults = properties.getKey("/D");
    Layers layers(properties);
    layers.print(defaults.getKey("/AS"));
    if (!layers.are_ambiguous()) return false;
    layers.write(defaults);
    return true;
}

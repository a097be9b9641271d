// RTLD_NEXT
#define _GNU_SOURCE

#include "CLCMS.h"

#include <dlfcn.h>
#include <lcms2.h>
#include <math.h>
#include <stdlib.h>

typedef cmsToneCurve *reverse_function(cmsUInt32Number, const cmsToneCurve *);

static reverse_function *original(void) {
    static reverse_function *function;
    if (function == NULL) function = (reverse_function *)dlsym(RTLD_NEXT, "cmsReverseToneCurveEx");
    return function;
}

/// Returns whether a table is nondecreasing and not constant; only then a single pass finds its intervals in
/// order.
static int rises(const cmsUInt16Number *table, uint32_t entries) {
    for (uint32_t index = 1; index < entries; index++) {
        if (table[index] < table[index - 1]) return 0;
    }
    return entries > 1 && table[0] < table[entries - 1];
}

static cmsUInt16Number word(double value) {
    return value <= -0.5 ? 0 : value >= 65534.5 ? 65535 : (cmsUInt16Number)floor(value + 0.5);
}

/// Inverts a nondecreasing table with the same values as Little CMS; returns NULL when out of memory.
static cmsToneCurve *reverse(uint32_t samples, const cmsUInt16Number *table, uint32_t entries) {
    cmsUInt16Number *values = malloc(samples * sizeof *values);
    if (values == NULL) return NULL;
    double slope = 0, offset = 0;
    uint32_t next = 0;
    for (uint32_t index = 0; index < samples; index++) {
        double y = index * 65535.0 / (samples - 1);
        // The last interval that begins at or below it.
        while (next + 2 < entries && table[next + 1] <= y) next++;
        double low = table[next], high = table[next + 1];
        if (low <= y && y <= high) {
            double from = next * 65535.0 / (entries - 1), to = (next + 1) * 65535.0 / (entries - 1);
            if (low == high) {
                values[index] = word(to);
                continue;
            }
            slope = (to - from) / (high - low);
            offset = to - slope * high;
        }
        // Extrapolate the last slope outside the table.
        values[index] = word(slope * y + offset);
    }
    cmsToneCurve *curve = cmsBuildTabulatedToneCurve16(NULL, samples, values);
    free(values);
    return curve;
}

// The program's definition takes precedence over the library's of the same name.
cmsToneCurve *cmsReverseToneCurveEx(cmsUInt32Number samples, const cmsToneCurve *curve) {
    uint32_t entries = cmsGetToneCurveEstimatedTableEntries(curve);
    const cmsUInt16Number *table = cmsGetToneCurveEstimatedTable(curve);
    // The library inverts a parametric curve analytically.
    if (cmsGetToneCurveParametricType(curve) == 0 && table != NULL && samples > 1 && rises(table, entries)) {
        cmsToneCurve *turned = reverse(samples, table, entries);
        if (turned != NULL) return turned;
    }
    return original() != NULL ? original()(samples, curve) : NULL;
}

int clcms_difference(const uint16_t *table, uint32_t entries, uint32_t samples) {
    cmsToneCurve *curve = cmsBuildTabulatedToneCurve16(NULL, entries, table);
    if (curve == NULL || original() == NULL) return -1;
    cmsToneCurve *ours = cmsReverseToneCurveEx(samples, curve), *theirs = original()(samples, curve);
    int largest = ours != NULL && theirs != NULL ? 0 : -1;
    for (uint32_t index = 0; largest >= 0 && index < samples; index++) {
        int difference = abs(cmsGetToneCurveEstimatedTable(ours)[index] - cmsGetToneCurveEstimatedTable(theirs)[index]);
        if (difference > largest) largest = difference;
    }
    cmsFreeToneCurve(curve);
    if (ours != NULL) cmsFreeToneCurve(ours);
    if (theirs != NULL) cmsFreeToneCurve(theirs);
    return largest;
}

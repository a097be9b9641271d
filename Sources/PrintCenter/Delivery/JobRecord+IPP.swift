import IPP
import PrintModel

extension JobRecord {
    /// The job attributes for a printer that gets the job straight: those of the plan.
    var deviceAttributes: [IPPAttribute] {
        (job.plan ?? PrintPlan(pages: nil, copies: 1, sides: .oneSided, media: nil)).ippAttributes
    }

    /// The job attributes for the scheduler: those of the plan, and `job-priority`.
    var ippAttributes: [IPPAttribute] {
        let plan = job.plan ?? PrintPlan(pages: nil, copies: 1, sides: .oneSided, media: nil)
        guard let priority = plan.priority else { return plan.ippAttributes }
        return plan.ippAttributes
            + [IPPAttribute("job-priority", .integer(Int32(clamping: priority)))]
    }
}

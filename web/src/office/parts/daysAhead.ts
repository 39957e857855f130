/** What expires is told so many days ahead (contract.md section 10). */
export const daysAhead = 30

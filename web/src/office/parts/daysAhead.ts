/** Expiry is announced this many days ahead (contract.md section 10). */
export const daysAhead = 30

/** All money lists share one stored page size. */
export const dineroPageSizes = { sizes: [10, 20, 50, 100], defaultSize: 20 }

/** Money is read by many rows at once; the lists of it remember one size. */
export const dineroPageSizes = { sizes: [10, 20, 50, 100], defaultSize: 20 }

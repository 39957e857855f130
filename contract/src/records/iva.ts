/** Stands beside each sum of trip prices. */
export const ivaWord = (included: boolean) => (included ? 'con IVA' : 'sin IVA')

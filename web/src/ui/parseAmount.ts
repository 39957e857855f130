/**
 * Normalizes a typed amount: 'Q1,234.50' → '1234.50', '12,5' → '12.5', '1,500' → '1500'. In Guatemala a comma
 * separates thousands; with one or two digits after it, it is the decimal separator. Returns other text unchanged,
 * so that the schema rejects it.
 */
export function parseAmount(text: string): string {
  const typed = text.trim().replace(/^q\s*/i, '')
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)) return typed.replaceAll(',', '').replace(/\.$/, '')
  if (/^\d+[.,]\d*$/.test(typed)) return typed.replace(',', '.').replace(/\.$/, '')
  if (/^[.,]\d+$/.test(typed)) return `0.${typed.slice(1)}`
  return typed
}

/**
 * An amount as people write it → as it is sent: 'Q1,234.50' → '1234.50', '12,5' → '12.5', '1,500' → '1500'
 * (in Guatemala the comma parts thousands; with one or two digits after it, it can only be the decimal one).
 * What is no amount stays as it was typed, to be refused as such.
 */
export function parseAmount(text: string): string {
  const typed = text.trim().replace(/^q\s*/i, '')
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)) return typed.replaceAll(',', '').replace(/\.$/, '')
  if (/^\d+[.,]\d*$/.test(typed)) return typed.replace(',', '.').replace(/\.$/, '')
  if (/^[.,]\d+$/.test(typed)) return `0.${typed.slice(1)}`
  return typed
}

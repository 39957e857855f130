const oneDecimal = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })

/** Formats a size: '320 KB', '1.4 MB', '3.1 GB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} KB`
  return bytes < 1_000_000_000
    ? `${oneDecimal.format(bytes / 1_000_000)} MB`
    : `${oneDecimal.format(bytes / 1_000_000_000)} GB`
}

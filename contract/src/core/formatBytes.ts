const oneDecimal = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })

/** Formats a size: '320 KB', '1.4 MB'. */
export const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${oneDecimal.format(bytes / 1_000_000)} MB`

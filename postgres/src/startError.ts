/** An error that the operator can fix. `message` is one Spanish line, shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const causes: Record<string, string> = {
  EACCES: 'falta permiso',
  EPERM: 'falta permiso',
  EROFS: 'el disco es de solo lectura',
  ENOSPC: 'no queda espacio en el disco',
  EDQUOT: 'no queda espacio en la cuota de disco',
  ENOTDIR: 'una parte de la ruta no es un directorio',
  ENAMETOOLONG: 'la ruta es demasiado larga',
}

export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return causes[code] ?? error.message
}

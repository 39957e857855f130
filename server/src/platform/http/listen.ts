import { StartError } from '@flota/postgres/startError.ts'

/** Opens a listener. @throws {StartError} naming the variable if the port or the host can't be used */
export async function listen(
  variable: 'PORT' | 'METRICS_PORT',
  port: number,
  host: string,
  open: () => Promise<unknown>,
): Promise<void> {
  try {
    await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartError(`${variable} ${port} ya está en uso: elige otro, o 0 para uno libre.`)
    if (code === 'EACCES')
      throw new StartError(`${variable} ${port} necesita permisos de administrador: elige otro.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} no es una dirección de esta máquina.`)
    }
    throw error
  }
}

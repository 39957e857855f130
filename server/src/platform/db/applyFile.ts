import { StartError } from '@flota/postgres/startError.ts'
import { type Db, raw } from './sql.ts'

/** PostgreSQL tells in `detail` what stands in the way. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? `: ${error.detail}` : ''
  return (error.message + detail).replaceAll(/\s+/g, ' ')
}

/** Runs a file of statements. @throws {StartError} in one line that names it */
export async function applyFile(tx: Db, name: string, text: string): Promise<void> {
  try {
    await tx.query(raw(text))
  } catch (error) {
    throw new StartError(
      `La base de datos no se pudo actualizar y quedó como estaba: ${name} falló (${reasonOf(error)}).`,
      { cause: error },
    )
  }
}

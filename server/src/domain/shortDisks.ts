import { formatInteger } from '@flota/contract/core/format.ts'
import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import { sql } from '../platform/db/sql.ts'

export interface ShortDisk {
  id: number
  carpeta: string
  libres: number
  /** Days until it is full at the pace of the last 7 days; null without growth. */
  dias: number | null
  /** Since when it is short. */
  desde: string
  /** Whether the program uses no other disk. */
  unico: boolean
}

/** Selects ShortDisks (docs/contract/notices.md). */
export const shortDisks = sql`select id, carpeta, libres, dias, desde,
  (select count(*) from discos) = 1 as unico from discos where poco`

/** Returns 'Queda poco disco: 3.1 GB, unos 20 días', with the folder if there are several disks. */
export function shortDiskText({
  carpeta,
  libres,
  dias,
  unico,
}: Pick<ShortDisk, 'carpeta' | 'libres' | 'dias' | 'unico'>): string {
  const where = unico ? '' : ` en ${carpeta}`
  const space = formatBytes(libres)
  return `Queda poco disco${where}: ${dias === null ? space : `${space}, ${daysInWords(dias)}`}`
}

/** Returns 'menos de un día', 'un día' or 'unos 20 días'. */
export function daysInWords(dias: number): string {
  if (dias < 1) return 'menos de un día'
  return dias === 1 ? 'un día' : `unos ${formatInteger(dias)} días`
}

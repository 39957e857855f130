import { formatInteger, formatMomento } from '@flota/contract/core/format.ts'
import type { LastBackup } from '../../platform/backup/automaticBackup.ts'
import { isOffsiteLate, type OffsiteState } from '../../platform/backup/OffsiteBackups.ts'

interface Alarm {
  clase: string
  asunto: string
  texto: string
}

interface AlarmContext {
  zone: string
  ahora: Date
  /** Returns the present state of the database (readState). */
  mark: () => Promise<string>
}

/** A day and an hour. */
const maxBackupAgeMs = 25 * 3_600_000

/** Returns the alarms of the newest automatic backup (docs/contract/notices.md). */
export async function backupAlarms(
  last: LastBackup | null,
  { zone, ahora, mark }: AlarmContext,
): Promise<Alarm[]> {
  if (!last) return []
  const alarms: Alarm[] = []
  const made = formatMomento(last.hecho_en, zone)
  if (last.error !== null) {
    alarms.push({
      clase: 'respaldo_fallo',
      asunto: 'Falló el respaldo',
      texto: `El intento del ${made} falló: ${last.error} Los respaldos anteriores siguen ahí.`,
    })
  } else if (isOld(last, ahora) && (await mark()) !== last.mark) {
    alarms.push({
      clase: 'respaldo_viejo',
      asunto: 'El respaldo tiene más de un día',
      texto: `El último respaldo es del ${made}, y desde entonces se guardaron cambios. El programa hace uno cada hora mientras está en marcha: si no lo hace, avisa a quien lo instaló.`,
    })
  }
  if (last.archivos_faltan > 0) {
    alarms.push({
      clase: 'respaldo_archivos',
      asunto: 'Faltan archivos',
      texto: `${missingFilesText(last.archivos_faltan)} Avisa a quien instaló el programa.`,
    })
  }
  return alarms
}

/** Returns the alarm of the offsite copies, after a day without one. */
export function offsiteAlarms(
  offsite: OffsiteState | null,
  { zone, ahora }: Pick<AlarmContext, 'zone' | 'ahora'>,
): Alarm[] {
  if (!offsite || !isOffsiteLate(offsite, ahora)) return []
  const { hecho_en, error } = offsite
  const since =
    hecho_en === null
      ? 'Todavía no llegó ninguna copia'
      : `La última copia llegó el ${formatMomento(hecho_en, zone)}`
  return [
    {
      clase: 'respaldo_fuera',
      asunto: 'Sin copia fuera de esta máquina',
      texto: `${since} al almacén de los respaldos, y el último intento falló: ${error} Los respaldos de esta máquina siguen ahí.`,
    },
  ]
}

/** Allows for twice the duration of the last backup, because the next one may be running. */
const isOld = ({ hecho_en, seconds }: LastBackup, ahora: Date) =>
  ahora.getTime() - Date.parse(hecho_en) > maxBackupAgeMs + 2000 * seconds

const missingFilesText = (archivos: number) =>
  archivos === 1
    ? 'El último respaldo encontró una foto o un papel que ya no está completo en el disco.'
    : `El último respaldo encontró ${formatInteger(archivos)} fotos o papeles que ya no están completos en el disco.`

import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import { daysInWords, type ShortDisk, shortDisks, shortDiskText } from '../../domain/shortDisks.ts'
import { type Db, many } from '../../platform/db/sql.ts'

/** Returns an alarm for each disk that is short of space, to be mailed once since it is. */
export const diskAlarms = async (db: Db) => (await many<ShortDisk>(db, shortDisks)).map(alarmOf)

const alarmOf = (disk: ShortDisk) => ({
  clase: `disco-${disk.id}`,
  asunto: shortDiskText(disk),
  texto: `En el disco de ${disk.carpeta} quedan ${formatBytes(disk.libres)}.${forecast(disk)} Cuando se llena, el programa ya no guarda cambios: libera espacio, o avisa a quien administra el servidor.`,
  desde: disk.desde,
})

const forecast = ({ dias }: ShortDisk) =>
  dias === null ? '' : ` Al paso de los últimos 7 días alcanza para ${daysInWords(dias)}.`

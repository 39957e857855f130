import { plazoInWords } from '@flota/contract/core/calendar.ts'
import { type AvisoClaseName, avisoLimits } from '@flota/contract/system/avisoClases.ts'
import { lapseInWords } from '@flota/contract/trips/retraso.ts'
import type { Sql } from 'sql-template-tag'
import {
  dueLicences,
  lacksDocument,
  missingParts,
  requiredDueDocuments,
  storedMissingCount,
} from '../../domain/documents/lines.ts'
import { shortDiskText } from '../../domain/shortDisks.ts'
import { type CompanyTimeSql, countUnclosed, selectUnclosed } from '../../domain/trips/unclosedTrips.ts'
import { join, raw, sql } from '../../platform/db/sql.ts'
import { dueServices, fuelWarnings } from './fleetNotices.ts'
import { overdueInvoices, uninvoicedTrips, unsettledMoney } from './moneyNotices.ts'
import { noticeId } from './noticeSql.ts'
import { failedMail, shortDiskNotices } from './systemNotices.ts'
import { lateTrips, missingEvidence, openIncidents, scheduleConflicts } from './tripNotices.ts'

export interface NoticeRow {
  id: string
  /** The subject in words, such as 'Licencia de Juan Pérez'. */
  asunto: string
  entidad: string | null
  entidad_id: number | null
  fecha: string | null
  /** Of a class with `hasDatos`. */
  datos?: NoticeData | null
}

interface NoticeData {
  /** Delay of con_retraso. */
  minutos?: number
  /** Its pilot and truck. */
  quien?: string
  /** Whether a plan of mantenimiento is overdue. */
  vencido?: boolean
  /** What its kilometres say; null if its date says more. */
  km?: string | null
  /** Free bytes of a disk. */
  libres?: number
  /** Days until it is full. */
  dias_libres?: number | null
  /** Whether the program uses no other disk. */
  unico?: boolean
}

interface NoticeClass {
  /** Selects NoticeRows, including postponed ones; classes with many rows select only that of `ids`. */
  selectNotices(when: CompanyTimeSql, ids: readonly string[]): Sql
  /** Selects the first that are not postponed, by date, then id; undated ones last. */
  selectFirst(when: CompanyTimeSql): Sql
  /** Counts those that are not postponed, up to maxCounted. */
  selectCount(when: CompanyTimeSql): Sql
  gravedad: (dias: number | null, datos: NoticeData) => 'aviso' | 'info'
  texto: (asunto: string, dias: number | null, datos: NoticeData) => string
  hasDatos?: true
}

const maxListed = raw(String(avisoLimits.maxListed))
const maxCounted = raw(String(avisoLimits.maxCounted))

/** A postponement applies only to the notice's date at that time. */
const isNotPostponed = (hoy: string | Sql, id = sql`a.id`, fecha = sql`a.fecha`): Sql =>
  sql`not exists (select from avisos_pospuestos p
    where p.aviso = ${id} and p.hasta > ${hoy} and p.fecha is not distinct from ${fecha})`

const selectFirstVisible = (notices: Sql, hoy: string | Sql, limit = maxListed): Sql =>
  sql`select * from (${notices}) a where ${isNotPostponed(hoy)} order by fecha, id collate "C" limit ${limit}`

/** Looks up postponements only for the first of many notices: as many more as are postponed. */
const firstWithPostponed = (notices: Sql, hoy: string | Sql): Sql =>
  sql`select * from (${notices}) n order by fecha, id collate "C"
    limit ${maxListed} + (select count(*) from avisos_pospuestos where hasta > ${hoy})`

const countVisible = (notices: Sql, hoy: string | Sql): Sql =>
  sql`(select count(*) from (select from (${notices}) a where ${isNotPostponed(hoy)} limit ${maxCounted}) contados)`

/** @param id SQL for the notice's id, over the lines' columns */
const noticesFrom = (id: Sql, lines: Sql): Sql =>
  sql`select ${id} as id, tipo || ' de ' || nombre as asunto, entidad, entidad_id, vence as fecha from (${lines}) lineas`

const licencias = (hoy: string | Sql) =>
  noticesFrom(noticeId('licencia', [sql`entidad_id`]), dueLicences(hoy))
const datedDocuments = (hoy: string | Sql) =>
  noticesFrom(noticeId('documento', [sql`id`]), requiredDueDocuments(hoy))
const missingDocuments = noticesFrom(
  noticeId('documento', [sql`entidad_id`, sql`tipo_id`], sql`entidad`),
  join(missingParts({})),
)

/** Subtracts the few postponed ones from the stored count, because there may be many missing documents. */
const visibleMissingDocuments = (hoy: string | Sql) => sql`${storedMissingCount({})} - (
  select count(*) from avisos_pospuestos p
    join documentos_faltan f on f.tipo_id = nullif(split_part(p.aviso, '-', 3), '')::int
    join documento_tipos t on t.id = f.tipo_id
    join con_papeles r on r.entidad = t.aplica and r.entidad = split_part(p.aviso, '-', 1)
      and r.id = nullif(split_part(p.aviso, '-', 2), '')::int
  where p.hasta > ${hoy} and p.fecha is null and ${lacksDocument})`

const documentTexts: Pick<NoticeClass, 'gravedad' | 'texto'> = {
  gravedad: (dias) => (dias === null || dias < 0 ? 'aviso' : 'info'),
  texto: (asunto, dias) =>
    `${asunto}: ${dias === null ? 'Falta' : plazoInWords(dias, { past: 'Venció', future: 'Vence' })}`,
}

/** Reads missing documents only if the dated ones leave room for them. */
const selectFirstDocuments = (hoy: string | Sql) => sql`
  with fechados as materialized (${selectFirstVisible(datedDocuments(hoy), hoy)})
  select * from fechados
  union all (${selectFirstVisible(missingDocuments, hoy, sql`(select ${maxListed} - count(*) from fechados)`)})`

const rutaNoticeId = noticeId('sin_cerrar', [sql`r.id`])
const asNotices = (rutas: Sql) => sql`
  select ${rutaNoticeId} as id, no_ruta as asunto, 'rutas' as entidad, id as entidad_id, fecha from (${rutas}) r`
const isNotPostponedRuta = (hoy: string | Sql) => isNotPostponed(hoy, rutaNoticeId, sql`r.fecha`)

const dayCount = (days: number) => (days === 1 ? '1 día' : `${days} días`)

/** The contract's avisoClases say which users see each class. */
export const clases: Record<AvisoClaseName, NoticeClass> = {
  licencia: {
    ...documentTexts,
    selectNotices: ({ hoy }) => licencias(hoy),
    selectFirst: ({ hoy }) => selectFirstVisible(licencias(hoy), hoy),
    selectCount: ({ hoy }) => countVisible(licencias(hoy), hoy),
  },
  documento: {
    ...documentTexts,
    selectNotices: ({ hoy }) => sql`${datedDocuments(hoy)} union all ${missingDocuments}`,
    selectFirst: ({ hoy }) => selectFirstDocuments(hoy),
    selectCount: ({ hoy }) =>
      sql`least(${maxCounted}, ${countVisible(datedDocuments(hoy), hoy)} + ${visibleMissingDocuments(hoy)})`,
  },
  choque: {
    selectNotices: scheduleConflicts,
    selectFirst: (when) => selectFirstVisible(scheduleConflicts(when), when.hoy),
    selectCount: (when) => countVisible(scheduleConflicts(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => asunto,
  },
  con_retraso: {
    hasDatos: true,
    selectNotices: (when, [id]) => lateTrips(when, sql`r.id = ${id}::bigint`),
    selectFirst: (when) => selectFirstVisible(lateTrips(when), when.hoy),
    selectCount: (when) => countVisible(lateTrips(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto, _dias, { minutos = 0, quien = '' }) =>
      `${asunto}: ${lapseInWords(minutos)} de retraso (${quien})`,
  },
  sin_cerrar: {
    selectNotices: (when, [id]) => asNotices(selectUnclosed(when, sql`r.id = ${id}::bigint`, 1)),
    selectFirst: (when) =>
      asNotices(
        selectUnclosed(when, isNotPostponedRuta(when.hoy), avisoLimits.maxListed, {
          order: sql`fecha, (${noticeId('sin_cerrar', [sql`id`])}) collate "C"`,
          columns: raw('id, no_ruta, fecha'),
        }),
      ),
    selectCount: (when) => countUnclosed(when, isNotPostponedRuta(when.hoy), avisoLimits.maxCounted),
    gravedad: () => 'aviso',
    texto: (asunto, dias) => `${asunto}: sin cerrar desde hace ${dayCount(-(dias ?? 0))}`,
  },
  sin_evidencia: {
    selectNotices: (when, [id]) => missingEvidence(when, sql`and r.id = ${id}::bigint`),
    selectFirst: (when) => selectFirstVisible(missingEvidence(when), when.hoy),
    selectCount: (when) => countVisible(missingEvidence(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => asunto,
  },
  incidente_abierto: {
    selectNotices: openIncidents,
    selectFirst: (when) => selectFirstVisible(openIncidents(when), when.hoy),
    selectCount: (when) => countVisible(openIncidents(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto, dias) => `${asunto} desde ${(dias ?? 0) < 0 ? `hace ${dayCount(-(dias ?? 0))}` : 'hoy'}`,
  },
  por_liquidar: {
    selectNotices: (when, [id]) => unsettledMoney(when, sql`and c.id = ${id}::bigint`),
    selectFirst: (when) => selectFirstVisible(unsettledMoney(when), when.hoy),
    selectCount: (when) => countVisible(unsettledMoney(when), when.hoy),
    gravedad: () => 'info',
    texto: (asunto, dias) => `${asunto}: sin liquidar desde hace ${dayCount(-(dias ?? 0))}`,
  },
  sin_facturar: {
    selectNotices: (when, [id]) => uninvoicedTrips(when, sql`and c.id = ${id}::bigint`),
    selectFirst: (when) => selectFirstVisible(uninvoicedTrips(when), when.hoy),
    selectCount: (when) => countVisible(uninvoicedTrips(when), when.hoy),
    gravedad: () => 'info',
    texto: (asunto, dias) => `${asunto} desde hace ${dayCount(-(dias ?? 0))}`,
  },
  por_cobrar: {
    selectNotices: (when, [id]) => overdueInvoices(when, sql`and c.id = ${id}::bigint`),
    selectFirst: (when) => selectFirstVisible(overdueInvoices(when), when.hoy),
    selectCount: (when) => countVisible(overdueInvoices(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto, dias) => `${asunto}: facturas vencidas desde hace ${dayCount(-(dias ?? 0))}`,
  },
  combustible: {
    selectNotices: fuelWarnings,
    selectFirst: (when) => selectFirstVisible(fuelWarnings(when), when.hoy),
    selectCount: (when) => countVisible(fuelWarnings(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => asunto,
  },
  mantenimiento: {
    hasDatos: true,
    selectNotices: (when, [id]) => dueServices(when, sql`and id = ${id}::bigint`),
    selectFirst: (when) => selectFirstVisible(firstWithPostponed(dueServices(when), when.hoy), when.hoy),
    selectCount: (when) => countVisible(dueServices(when), when.hoy),
    gravedad: (_dias, { vencido }) => (vencido ? 'aviso' : 'info'),
    texto: (asunto, dias, { km }) =>
      `${asunto}: ${km ?? plazoInWords(dias ?? 0, { past: 'Venció', future: 'Vence' })}`,
  },
  correo: {
    selectNotices: () => failedMail,
    selectFirst: ({ hoy }) => selectFirstVisible(failedMail, hoy),
    selectCount: ({ hoy }) => countVisible(failedMail, hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => `No salen los correos: ${asunto}`,
  },
  disco: {
    hasDatos: true,
    selectNotices: () => shortDiskNotices,
    selectFirst: ({ hoy }) => selectFirstVisible(shortDiskNotices, hoy),
    selectCount: ({ hoy }) => countVisible(shortDiskNotices, hoy),
    gravedad: () => 'aviso',
    texto: (carpeta, _dias, { libres = 0, dias_libres = null, unico = true }) =>
      shortDiskText({ carpeta, libres, dias: dias_libres, unico }),
  },
}

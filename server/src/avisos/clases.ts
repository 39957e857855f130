import type { AvisoClaseName } from '@flota/contract/avisoClases.ts'
import { plazoInWords } from '@flota/contract/calendario.ts'
import type { Sql } from 'sql-template-tag'
import { join, sql } from '../db/sql.ts'
import { askedDocuments, dueLicences, hasNone, keptMissing, missingParts } from '../papeles/lines.ts'
import { clashes } from '../viajes/choques.ts'
import { unclosed, type When } from '../viajes/sinCerrar.ts'

/** A notice as it is read: `asunto` is what it is about, in words. */
export interface Noticed {
  id: string
  asunto: string
  entidad: string
  entidad_id: number
  fecha: string | null
}

interface Clase {
  /** A select of Noticed: what is due, put off or not; of what there may be much only this one, or what is seen. */
  noticed(when: When, id?: string): Sql
  /** How many of them nobody put off. */
  count(when: When): Sql
  gravedad: (dias: number | null) => 'aviso' | 'info'
  texto: (asunto: string, dias: number | null) => string
}

/** Not put off beyond the day, with the date that it tells. */
export const isSeen = (hoy: string, id = sql`a.id`, fecha = sql`a.fecha`): Sql =>
  sql`not exists (select from avisos_pospuestos p
    where p.aviso = ${id} and p.hasta > ${hoy} and p.fecha is not distinct from ${fecha})`

const countSeen = (noticed: Sql, hoy: string): Sql =>
  sql`(select count(*) from (${noticed}) a where ${isSeen(hoy)})`

/** @param id of the notice, as SQL over the lines' columns */
const noticedOf = (id: Sql, lines: Sql): Sql =>
  sql`select ${id} as id, tipo || ' de ' || nombre as asunto, entidad, entidad_id, vence as fecha from (${lines}) lineas`

const licencias = (hoy: string) => noticedOf(sql`'choferes-' || entidad_id`, dueLicences(hoy))
const conFecha = (hoy: string) => noticedOf(sql`'documentos-' || id`, askedDocuments(hoy))
const faltan = noticedOf(sql`entidad || '-' || entidad_id || '-' || tipo_id`, join(missingParts({})))

/** Of what is missing there may be much: it is not read, but for the few that were put off. */
const faltanSeen = (hoy: string) => sql`${keptMissing({})} - (
  select count(*) from avisos_pospuestos p
    join documentos_faltan f on f.tipo_id = nullif(split_part(p.aviso, '-', 3), '')::int
    join documento_tipos t on t.id = f.tipo_id
    join con_papeles r on r.entidad = t.aplica and r.entidad = split_part(p.aviso, '-', 1)
      and r.id = nullif(split_part(p.aviso, '-', 2), '')::int
  where p.hasta > ${hoy} and p.fecha is null and ${hasNone})`

const ofPapers: Pick<Clase, 'gravedad' | 'texto'> = {
  gravedad: (dias) => (dias === null || dias < 0 ? 'aviso' : 'info'),
  texto: (asunto, dias) =>
    `${asunto}: ${dias === null ? 'Falta' : plazoInWords(dias, { past: 'Venció', future: 'Vence' })}`,
}

const choques = ({ ahora }: When) => sql`
  select 'rutas-' || menor || '-' || mayor as id, a.no_ruta || ' y ' || b.no_ruta || ': mismo ' || que as asunto,
    'rutas' as entidad, menor as entidad_id, greatest(a.fecha, b.fecha) as fecha
  from (${clashes(ahora)}) pares join rutas a on a.id = menor join rutas b on b.id = mayor`

const ofRuta = sql`'rutas-' || r.id`
const sinCerrar = (when: When, id?: string) => sql`
  select ${ofRuta} as id, no_ruta as asunto, 'rutas' as entidad, id as entidad_id, fecha
  from (${unclosed(when, id ? sql`r.id = ${id.slice('rutas-'.length)}::bigint` : isSeen(when.hoy, ofRuta, sql`r.fecha`))}) r`

const counted = (days: number) => (days === 1 ? '1 día' : `${days} días`)

/** Each kind of notice as data; who sees it stands in the contract. */
export const clases: Record<AvisoClaseName, Clase> = {
  licencia: {
    ...ofPapers,
    noticed: ({ hoy }) => licencias(hoy),
    count: ({ hoy }) => countSeen(licencias(hoy), hoy),
  },
  documento: {
    ...ofPapers,
    noticed: ({ hoy }) => sql`${conFecha(hoy)} union all ${faltan}`,
    count: ({ hoy }) => sql`${countSeen(conFecha(hoy), hoy)} + ${faltanSeen(hoy)}`,
  },
  choque: {
    noticed: choques,
    count: (when) => countSeen(choques(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => asunto,
  },
  sin_cerrar: {
    noticed: sinCerrar,
    count: (when) => sql`(select count(*) from (${sinCerrar(when)}) a)`,
    gravedad: () => 'aviso',
    texto: (asunto, dias) => `${asunto}: sin cerrar desde hace ${counted(-(dias ?? 0))}`,
  },
}

import { type Caller, can } from '@flota/contract/core/access.ts'
import { type PageAccess, pages } from '@flota/contract/core/pages.ts'
import { registroOf, registroTipos } from '@flota/contract/records/registros.ts'
import {
  type AvisoClaseName,
  avisoClaseNames,
  avisoClases,
  avisoPage,
  parseAvisoId,
} from '@flota/contract/system/avisoClases.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import { findTripNames } from '../../domain/trips/tripNames.ts'
import type { CompanyTime } from '../../domain/trips/unclosedTrips.ts'
import type { Db } from '../../platform/db/sql.ts'
import { countAvisos, findAvisos } from './queries.ts'

const access = new Map<string, PageAccess>(Object.entries(pages))

type NoticeSubject = Pick<Aviso, 'id' | 'clase' | 'entidad' | 'entidad_id'>

/** Whether the caller may open the page. */
function isOpen(caller: Caller, page: string): boolean {
  const pageAccess = access.get(page.replace(/\?.*/, ''))
  return pageAccess !== undefined && (pageAccess === 'public' || can(caller, pageAccess))
}

/** Returns the first page of the notice, then of its record, that the caller may open. */
function hrefOf(caller: Caller, { id, clase, entidad, entidad_id }: NoticeSubject): string | null {
  if (entidad_id === null) return null
  const tipo = registroTipos.find((each) => each === entidad)
  const candidates = [avisoPage(clase, id), tipo && registroOf(tipo).page]
  const page = candidates.find((each) => each !== undefined && isOpen(caller, each))
  return page?.replace(':id', String(entidad_id)) ?? null
}

export const visibleClasses = (caller: Caller) =>
  avisoClaseNames.filter((clase) => can(caller, avisoClases[clase].viewAccess))

/** Returns the trips that the notice names by number. */
function tripIdsOf({ id, clase, entidad, entidad_id }: NoticeSubject): number[] {
  if (entidad !== 'rutas' || entidad_id === null) return []
  return clase === 'choque' ? (parseAvisoId(id)?.ids.map(Number) ?? []) : [entidad_id]
}

async function withTrips(db: Db, avisos: readonly Aviso[]): Promise<Aviso[]> {
  const ids = new Map(avisos.map((aviso) => [aviso.id, tripIdsOf(aviso)]))
  const trips = await findTripNames(db, [...new Set([...ids.values()].flat())])
  const places = new Map(trips.map(({ id }, at) => [id, at]))
  return avisos.map((aviso) => {
    const at = ids.get(aviso.id)?.flatMap((id) => places.get(id) ?? []) ?? []
    const viajes = at.sort((a, b) => a - b).flatMap((index) => trips[index] ?? [])
    return viajes.length > 0 ? { ...aviso, viajes } : aviso
  })
}

/** Returns the caller's notices, of one class or of all. */
export async function findNoticesForUser(
  db: Db,
  caller: Caller,
  when: CompanyTime,
  { clase: only, viaje }: { clase?: AvisoClaseName | undefined; viaje?: 'si' | undefined } = {},
): Promise<Aviso[]> {
  const names = visibleClasses(caller).filter((clase) => (only ?? clase) === clase)
  const found = await findAvisos(db, names, when)
  const avisos = found.map((aviso) => ({ ...aviso, href: hrefOf(caller, aviso) }))
  return viaje ? withTrips(db, avisos) : avisos
}

/** Returns the numbers of the caller's notices, and until when they hold without a write. */
export const countNoticesForUser = (db: Db, caller: Caller, when: CompanyTime) =>
  countAvisos(db, visibleClasses(caller), when)

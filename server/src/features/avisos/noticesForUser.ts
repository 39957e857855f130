import { type Caller, can } from '@flota/contract/core/access.ts'
import { type PageAccess, pages } from '@flota/contract/core/pages.ts'
import { registroOf, registroTipos } from '@flota/contract/records/registros.ts'
import {
  type AvisoClaseName,
  avisoClaseNames,
  avisoClases,
  claseOf,
} from '@flota/contract/system/avisoClases.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import type { CompanyTime } from '../../domain/trips/unclosedTrips.ts'
import type { Db } from '../../platform/db/sql.ts'
import { countAvisos, findAvisos } from './queries.ts'

const access = new Map<string, PageAccess>(Object.entries(pages))

interface NoticeSubject {
  clase: AvisoClaseName
  entidad: string | null
  entidad_id: number | null
}

/** Returns the page of the class, or that of the record if the caller may open it. */
function hrefOf(caller: Caller, { clase, entidad, entidad_id: id }: NoticeSubject): string | null {
  const classPage = claseOf(clase).page
  if (classPage && id !== null) return classPage.replace(':id', String(id))
  const tipo = registroTipos.find((each) => each === entidad)
  const page = tipo && registroOf(tipo).page
  const pageAccess = page && access.get(page.replace(/\?.*/, ''))
  if (!pageAccess) return null
  return pageAccess === 'public' || can(caller, pageAccess) ? page.replace(':id', String(id)) : null
}

const visibleClasses = (caller: Caller) =>
  avisoClaseNames.filter((clase) => can(caller, avisoClases[clase].viewAccess))

/** Returns the caller's notices, of one class or of all. */
export async function findNoticesForUser(
  db: Db,
  caller: Caller,
  when: CompanyTime,
  only?: AvisoClaseName,
): Promise<Aviso[]> {
  const names = visibleClasses(caller).filter((clase) => (only ?? clase) === clase)
  const found = await findAvisos(db, names, when)
  return found.map((aviso) => ({ ...aviso, href: hrefOf(caller, aviso) }))
}

export const countNoticesForUser = (db: Db, caller: Caller, when: CompanyTime) =>
  countAvisos(db, visibleClasses(caller), when)

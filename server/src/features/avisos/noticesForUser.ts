import { type Caller, can } from '@flota/contract/access.ts'
import { type AvisoClaseName, avisoClaseNames, avisoClases, claseOf } from '@flota/contract/avisoClases.ts'
import type { Aviso } from '@flota/contract/avisos.ts'
import { type PageAccess, pages } from '@flota/contract/pages.ts'
import { registroOf, registroTipos } from '@flota/contract/registros.ts'
import type { CompanyTime } from '../../domain/trips/unclosedTrips.ts'
import type { Db } from '../../platform/db/sql.ts'
import { countAvisos, findAvisos } from './queries.ts'

const access = new Map<string, PageAccess>(Object.entries(pages))

interface NoticeSubject {
  clase: AvisoClaseName
  entidad: string | null
  entidad_id: number | null
}

/** The page of the class, or of what a notice is about where the caller may open it. */
function hrefOf(caller: Caller, { clase, entidad, entidad_id: id }: NoticeSubject): string | null {
  const own = claseOf(clase).page
  if (own && id !== null) return own.replace(':id', String(id))
  const tipo = registroTipos.find((each) => each === entidad)
  const page = tipo && registroOf(tipo).page
  const needed = page && access.get(page.replace(/\?.*/, ''))
  if (!needed) return null
  return needed === 'public' || can(caller, needed) ? page.replace(':id', String(id)) : null
}

const visibleClasses = (caller: Caller) =>
  avisoClaseNames.filter((clase) => can(caller, avisoClases[clase].ver))

/** What a caller sees, of one class or of all. */
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

/** How many of each class a caller sees. */
export const countNoticesForUser = (db: Db, caller: Caller, when: CompanyTime) =>
  countAvisos(db, visibleClasses(caller), when)

import type { Ajustes } from '@flota/contract/system/ajustes.ts'
import { type Db, one, prepared, sql } from '../platform/db/sql.ts'

/** Printed below the company's name. */
export type CompanyDetails = Pick<Ajustes, 'nit' | 'direccion' | 'telefono'>

const noDetails: CompanyDetails = { nit: null, direccion: null, telefono: null }

export const findCompanyDetails = async (db: Db): Promise<CompanyDetails> =>
  (await one<CompanyDetails>(db, prepared(sql`select nit, direccion, telefono from ajustes`))) ?? noDetails

import type { Ajustes } from '@flota/contract/ajustes.ts'
import { type Db, one, prepared, sql } from '../platform/db/sql.ts'

/** What is printed below the company's name. */
export type EmpresaImpresa = Pick<Ajustes, 'nit' | 'direccion' | 'telefono'>

const unknown: EmpresaImpresa = { nit: null, direccion: null, telefono: null }

export const findEmpresa = async (db: Db): Promise<EmpresaImpresa> =>
  (await one<EmpresaImpresa>(db, prepared(sql`select nit, direccion, telefono from ajustes`))) ?? unknown

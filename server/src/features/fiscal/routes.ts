import { type Fiscal, type FiscalValues, fiscal } from '@flota/contract/money/fiscal.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { assertClienteExists } from '../../domain/trips/clientes.ts'
import { type Columns, lockRecord, upsertByParent } from '../../platform/db/records.ts'
import { type Database, type Db, one, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'

export function fiscalRoutes(app: App, db: Database): void {
  serve(app, fiscal.show, async ({ params: { id } }) => {
    await assertClienteExists(db, id)
    return findFiscal(db, id)
  })
  serveWrite(app, fiscal.update, async (tx, { params: { id }, body }) => {
    if (!(await lockRecord(tx, 'clientes', id))) throw notFound(registros.clientes.notFound)
    await upsertByParent(tx, 'clientes', 'clientes_fiscal', ['cliente_id', id], columnsOf(body), body.version)
    return findFiscal(tx, id)
  })
}

const columnsOf = ({ version: _version, ...values }: FiscalValues) =>
  values satisfies Columns<Omit<FiscalValues, 'version'>>

/** Tax data before the first PUT. */
const defaultFiscal = {
  nit: null,
  nombre_fiscal: null,
  direccion: null,
  correo: null,
  dias_credito: 0,
  retiene_iva: false,
  retiene_isr: false,
  version: 0,
  creado_en: null,
  actualizado_en: null,
}

const findFiscal = async (db: Db, cliente_id: number): Promise<Fiscal> =>
  (await one<Fiscal>(db, sql`select * from clientes_fiscal_leer where cliente_id = ${cliente_id}`)) ?? {
    cliente_id,
    ...defaultFiscal,
  }

import { type Db, one, raw } from '../platform/db/sql.ts'

const tables = [
  'usuarios',
  'choferes',
  'ayudantes',
  'clientes',
  'camiones',
  'rutas',
  'rutas_historial',
  'mantenimientos',
  'bitacora',
  'archivos',
  'documento_tipos',
  'documentos',
  'ajustes',
  'tarifas',
  'restricciones',
  'avisos_pospuestos',
  'entregas',
  'tiempos',
  'incidentes',
  'reglas',
  'movimientos',
  'clientes_fiscal',
  'facturas',
  'facturas_rutas',
  'cobros',
  'cobros_aplicaciones',
  'camiones_ficha',
  'lecturas',
  'planes',
  'odometros',
  'kilometrajes',
  'tramos',
  'cargas_faltas',
  'cargas_dias',
  'margenes',
  'planes_proximos',
  'tokens',
  'vistas',
  'segundos_factores',
  'liquidaciones',
  'importaciones',
  'importaciones_columnas',
  'importaciones_omitidas',
  'importaciones_registros',
  'importaciones_creados',
  'alias',
  'correos',
]

/** Returns all rows of the company's tables, for comparison. */
export const readAllTables = (db: Db) => {
  const columns = tables.map((name) => `(select json_agg(t order by t::text) from ${name} t) as ${name}`)
  return one(db, raw(`select ${columns.join(', ')}`))
}

/** Allows reading and blocks writing until the transaction ends. */
export const lockAllTables = (tx: Db) => tx.query(raw(`lock table ${tables.join(', ')} in exclusive mode`))

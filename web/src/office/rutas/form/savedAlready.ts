import { call } from '../../../api/call.ts'
import { camposDeRuta, same, type Values, valuesOf } from './values.ts'

/** Whether the route that has this number is, field by field, the one of the form. */
export async function isSavedAlready(values: Values): Promise<boolean> {
  const query = { campo: 'no_ruta', buscar: values.no_ruta.trim(), porPagina: 100 } as const
  const { data } = await call('GET /api/rutas', { query })
  return data.map(valuesOf).some((saved) => camposDeRuta.every((campo) => same(campo, values, saved)))
}

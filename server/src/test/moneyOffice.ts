import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { addFile, aFile } from './archivos.ts'
import { aCarga } from './cargas.ts'
import { aCobro, aFactura, facturasPath, insertFactura } from './cobros.ts'
import { openMoneyForms } from './dinero.ts'
import { csv, runImport } from './importar.ts'
import { aMantenimiento, aPlan } from './mantenimientos.ts'
import type { Client } from './testApp.ts'
import { makeChofer } from './usuarios.ts'

/** Amounts that occur nowhere else, grouped by who may see them. */
export const secretAmounts = {
  /** Of a pilot: settled, advanced, spent, earned, reported, and the balance. */
  delPiloto: [4129.77, 7313.37, 2417.19, 1651.43, 3187.53, 9025.95],
  /** Paid by the company. */
  deEmpresa: [1238.61, 2871.09, 2683.71],
  /** Invoiced to a client: the amount, its line, an earlier amount. */
  facturado: [6119.47, 5083.29, 8460.13],
  /** Paid by a client, open of that invoice, and open in all. */
  cobrado: [3977.41, 7222.59, 13_342.06],
  /** Cost and margin of a trip. */
  delMargen: [5307.23, 14_692.77],
}

const hoy = todayIn('America/Guatemala', new Date())

const makePlan = async (admin: Client, camion_id: number): Promise<number> =>
  (await admin.post('/api/planes', aPlan({ camiones: [camion_id] }))).body.data.planes[0].id

/** Opens an office with at least one record of each kind, and every type of movimiento. */
export async function openMoneyOffice() {
  const forms = await openMoneyForms()
  const { admin, references, server } = forms
  const { chofer_id } = references
  const make = async (path: string, body: object): Promise<number> => {
    const { status, body: answer } = await admin.post(path, body)
    if (status !== 201) throw new Error(`${path} returned ${status}: ${JSON.stringify(answer)}`)
    return answer.data.id
  }

  const ruta = await forms.create({ fecha: addDays(hoy, -5), precio: 20_000, estado: 'Entregado' })
  const tripDay = (days: number) => ({ ruta_id: ruta.id, fecha: addDays(hoy, -days) })
  const cerrado = await forms.createMovimiento(forms.anAdvance({ ...tripDay(10), monto: 4129.77 }))
  const liquidacion = await make('/api/liquidaciones', { chofer_id, movimientos: [cerrado.id] })
  const anticipo = await forms.createMovimiento(forms.anAdvance({ ...tripDay(40), monto: 7000 }))
  // Adds the amount to the log.
  await admin.put(`/api/movimientos/${anticipo.id}`, forms.anAdvance({ ...tripDay(40), monto: 7313.37 }))
  const factura = { comprobante: 'factura', nit: '576937-K', serie: 'A', numero: '4471' }
  const gasto = forms.aGasto({ ...tripDay(4), ...factura, concepto: 'Combustible', monto: 2417.19 })
  const { id: gasto_id } = await forms.createMovimiento(gasto)
  await forms.createMovimiento(
    forms.aGasto({ ...tripDay(4), chofer_id: null, paga: 'empresa', monto: 1238.61 }),
  )
  await forms.createMovimiento(forms.anAdvance({ ...tripDay(3), tipo: 'comision', monto: 1651.43 }))
  const owner = await server.as({ rol: 'piloto', piloto_id: chofer_id })
  const gastoResponse = await owner.post(`/piloto/ruta/${ruta.id}/gastos`, {
    concepto: 'Viáticos',
    monto: 3187.53,
  })
  if (gastoResponse.status !== 201) throw new Error(JSON.stringify(gastoResponse.body))
  const photo = Buffer.concat([aFile(), Buffer.from('Q7,313.37')])
  const { id: archivo } = await addFile(
    admin,
    `/api/archivos?entidad=movimientos&entidad_id=${gasto_id}`,
    photo,
  )

  const { cliente_id } = references
  const rutas = [{ ruta_id: ruta.id, monto: 5083.29 }]
  const facturada = await make(facturasPath, aFactura(cliente_id, { monto: 8460.13, rutas }))
  // Adds the amounts to the log.
  await admin.put(`${facturasPath}/${facturada}`, aFactura(cliente_id, { monto: 6119.47, rutas }))

  const paid = await insertFactura(server.db, references)
  const aplicaciones = [{ factura_id: paid, monto: 3977.41 }]
  const cobro = await make('/api/cobros', aCobro(references, paid, { aplicaciones }))

  const carga = await make('/api/cargas', aCarga(references.camion_id, { fecha: hoy, total: 2871.09 }))
  // Adds the amount to the log.
  await admin.put(`/api/cargas/${carga}`, aCarga(references.camion_id, { fecha: hoy, total: 2683.71 }))

  const papel = await make('/api/documento-tipos', { nombre: 'Fianza', aplica: 'camiones' })
  const sheet = csv(['nombre', 'apellido', 'telefono'], ['Rosa', 'Xol', '55554444'], ['', 'Tzul', '1'])
  const imported = await runImport(admin, 'ayudantes', sheet, { omitir_errores: 'si' })
  const ids: Record<string, number> = {
    importaciones: imported.body.data.id,
    rutas: ruta.id,
    ruta: ruta.id,
    choferes: chofer_id,
    ayudantes: references.ayudante_id,
    clientes: references.cliente_id,
    camiones: references.camion_id,
    movimientos: anticipo.id,
    cargas: carga,
    liquidaciones: liquidacion,
    cobros: cobro,
    facturas: facturada,
    // The id of a client.
    'por-facturar': cliente_id,
    archivos: archivo,
    mantenimientos: await make('/api/mantenimientos', aMantenimiento(references.camion_id)),
    tarifas: await make('/api/tarifas', {
      origen: 'Guatemala',
      destino: 'Cobán',
      precio: 900,
      vigente_desde: '2026-01-01',
    }),
    'documento-tipos': papel,
    documentos: await make('/api/documentos', {
      tipo_id: papel,
      entidad: 'camiones',
      entidad_id: references.camion_id,
    }),
    lecturas: await make('/api/lecturas', { camion_id: references.camion_id, fecha: hoy, km: 100_000 }),
    planes: await makePlan(admin, references.camion_id),
    restricciones: await make('/api/restricciones', { nombre: 'Feriado', desde: hoy, hasta: hoy }),
    usuarios: admin.userId ?? 0,
  }
  const other = await server.as({ rol: 'piloto', piloto_id: await makeChofer(admin) })
  return {
    caja: forms,
    ruta,
    gasto,
    gasto_id,
    ids,
    owner,
    other,
    settled: cerrado.id,
    desde: addDays(hoy, -60),
    hoy,
  }
}
export type MoneyOffice = Awaited<ReturnType<typeof openMoneyOffice>>

import type { WritingCall, WritingCallTable } from './accountCalls.ts'
import { aFile, sendFile } from './archivos.ts'
import { aCarga, cargasPath } from './cargas.ts'
import { aCobro, acceptingMail, aFactura, facturasPath, insertFactura, mailStatement } from './cobros.ts'
import type { RutaOffice } from './openOffice.ts'
import { makeChofer } from './usuarios.ts'

const anAdvance: WritingCall = ({ admin, references }) =>
  admin.post('/api/movimientos', {
    tipo: 'anticipo',
    chofer_id: references.chofer_id,
    monto: 1000,
    fecha: '2026-01-15',
  })

const aPayment: WritingCall = async ({ admin, references, server }) =>
  admin.post('/api/cobros', aCobro(references, await insertFactura(server.db, references)))

/** Creates a trip and its pilot. */
export const tripWithPilot = async (office: RutaOffice) => {
  const chofer_id = await makeChofer(office.admin)
  const { id } = await office.create({ chofer_id })
  const piloto = await office.server.as({ rol: 'piloto', piloto_id: chofer_id })
  return { piloto, path: `/piloto/ruta/${id}` }
}

const anInvoice: WritingCall = ({ admin, references }) =>
  admin.post(facturasPath, aFactura(references.cliente_id))

const settlement: WritingCall = async (office) => {
  const { id, chofer_id } = (await anAdvance(office)).body.data
  return office.admin.post('/api/liquidaciones', { chofer_id, movimientos: [id] })
}

const aFuelUp: WritingCall = ({ admin, references: { camion_id } }) =>
  admin.post(cargasPath, aCarga(camion_id))

/** Writing calls of money, in the format of writingCalls.ts. */
export const moneyCalls: WritingCallTable = {
  'POST /api/movimientos': [anAdvance, 'crear movimientos'],
  'PUT /api/movimientos/:id': [
    async (office) => {
      const { id, chofer_id } = (await anAdvance(office)).body.data
      return office.admin.put(`/api/movimientos/${id}`, { chofer_id, monto: 1200, fecha: '2026-01-15' })
    },
    'editar movimientos',
  ],
  'PUT /api/movimientos/:id/estado': [
    async (office) => {
      const { id } = (await anAdvance(office)).body.data
      return office.admin.put(`/api/movimientos/${id}/estado`, { estado: 'anulado', motivo: 'Se repitió' })
    },
    'estado movimientos',
  ],
  'POST /api/cargas': [aFuelUp, 'crear movimientos'],
  'PUT /api/cargas/:id': [
    async (office) => {
      const { id, camion_id } = (await aFuelUp(office)).body.data
      return office.admin.put(`${cargasPath}/${id}`, aCarga(camion_id, { galones: 41 }))
    },
    'editar movimientos',
  ],
  'GET /api/cargas/exportar': [({ admin }) => admin.get(`${cargasPath}/exportar`), 'exportar movimientos'],
  'GET /api/rendimiento/exportar': [
    ({ admin }) => admin.get('/api/rendimiento/exportar'),
    'exportar reportes',
  ],
  'GET /api/saldos/exportar': [({ admin }) => admin.get('/api/saldos/exportar'), 'exportar movimientos'],
  'POST /api/liquidaciones': [settlement, 'crear liquidaciones'],
  'POST /api/liquidaciones/:id/anular': [
    async (office) => {
      const { id } = (await settlement(office)).body.data
      return office.admin.post(`/api/liquidaciones/${id}/anular`, { motivo: 'Faltó un gasto' })
    },
    'estado liquidaciones',
  ],
  'PUT /api/clientes/:id/fiscal': [
    ({ admin, references }) =>
      admin.put(`/api/clientes/${references.cliente_id}/fiscal`, {
        nit: 'CF',
        nombre_fiscal: 'Maya, S. A.',
        direccion: 'Zona 1',
        correo: 'pagos@ejemplo.com',
      }),
    'editar clientes',
  ],
  'POST /api/cobros': [aPayment, 'crear cobros'],
  'POST /api/cobros/:id/anular': [
    async (office) => {
      const { id } = (await aPayment(office)).body.data
      return office.admin.post(`/api/cobros/${id}/anular`, { motivo: 'Cheque rechazado' })
    },
    'estado cobros',
  ],
  [mailStatement]: [
    ({ admin, references, server }) =>
      acceptingMail(server, admin).post(`/api/clientes/${references.cliente_id}/estado-de-cuenta/correo`, {
        para: 'ana@empresa.gt',
      }),
    'exportar clientes',
  ],
  'GET /api/facturas/exportar': [({ admin }) => admin.get('/api/facturas/exportar'), 'exportar facturas'],
  'GET /api/por-cobrar/exportar': [({ admin }) => admin.get('/api/por-cobrar/exportar'), 'exportar facturas'],
  'GET /api/por-facturar/exportar': [
    ({ admin }) => admin.get('/api/por-facturar/exportar'),
    'exportar facturas',
  ],
  'GET /api/cobros/exportar': [({ admin }) => admin.get('/api/cobros/exportar'), 'exportar cobros'],
  'POST /api/facturas': [anInvoice, 'crear facturas'],
  'PUT /api/facturas/:id': [
    async (office) => {
      const { id, serie, numero, fecha } = (await anInvoice(office)).body.data
      return office.admin.put(`${facturasPath}/${id}`, { serie, numero, fecha, monto: 1200 })
    },
    'editar facturas',
  ],
  'POST /api/facturas/:id/anular': [
    async (office) => {
      const { id } = (await anInvoice(office)).body.data
      return office.admin.post(`${facturasPath}/${id}/anular`, { motivo: 'Se repitió' })
    },
    'estado facturas',
  ],
  'POST /api/piloto/ruta/:id/gastos': [
    async (office) => {
      const { piloto, path } = await tripWithPilot(office)
      return piloto.post(`${path}/gastos`, { concepto: 'Peaje', monto: 75 })
    },
    'crear movimientos',
  ],
  'POST /api/piloto/gastos/:id/archivos': [
    async (office) => {
      const { piloto, path } = await tripWithPilot(office)
      const gasto = await piloto.post(`${path}/gastos`, { concepto: 'Peaje', monto: 75 })
      return sendFile(piloto, `/piloto/gastos/${gasto.body.data.id}/archivos`, aFile())
    },
    'crear archivos',
  ],
}

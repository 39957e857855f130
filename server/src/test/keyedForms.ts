import { randomUUID } from 'node:crypto'
import { aCamion, aChofer, aPersona, aRestriccion, aRuta, type someReferences } from './factories.ts'
import { aMantenimiento } from './mantenimientos.ts'
import { aUsuario } from './usuarios.ts'

export type Form = Record<string, unknown>
/** Returns a valid body for each endpoint that creates a record, and a change that makes a different one. */
export const keyedForms = (
  references: () => Awaited<ReturnType<typeof someReferences>>,
): Record<string, { form: () => Form; changes: Form }> => ({
  'POST /api/choferes': { form: aChofer, changes: { telefono: '1' } },
  'POST /api/ayudantes': { form: aPersona, changes: { telefono: '1' } },
  'POST /api/clientes': { form: aPersona, changes: { telefono: '1' } },
  'POST /api/camiones': { form: aCamion, changes: { color: 'Rojo' } },
  'POST /api/rutas': { form: () => aRuta(references()), changes: { precio: 1 } },
  'POST /api/mantenimientos': { form: () => aMantenimiento(references().camion_id), changes: { costo: 1 } },
  'POST /api/usuarios': { form: aUsuario, changes: { estado: 'inactivo' } },
  'POST /api/documento-tipos': {
    form: () => ({ nombre: randomUUID(), aplica: 'camiones' }),
    changes: { dias_aviso: 7 },
  },
  'POST /api/tarifas': {
    form: () => ({
      origen: randomUUID(),
      destino: 'Cobán',
      precio: 1250,
      vigente_desde: '2026-01-01',
    }),
    changes: { precio: 1 },
  },
  'POST /api/restricciones': { form: aRestriccion, changes: { activo: false } },
})

/** Keyed calls that are tested by their features: each needs special records, has no list or can't be deleted. */
export const elsewhereTested: readonly string[] = [
  'POST /api/documentos',
  'POST /api/movimientos',
  'POST /api/cargas',
  'POST /api/piloto/ruta/:id/gastos',
  'POST /api/liquidaciones',
  'POST /api/liquidaciones/:id/anular',
  'POST /api/facturas',
  'POST /api/facturas/:id/anular',
  'POST /api/cobros',
  'POST /api/cobros/:id/anular',
  'POST /api/clientes/:id/estado-de-cuenta/correo',
  'POST /api/lecturas',
  'POST /api/planes',
  // Saved again, it is the same view: vistas/routes.test.ts.
  'POST /api/vistas',
  'POST /api/planes/:id/mantenimiento',
  'POST /api/documentos/:id/renovar',
  'POST /api/rutas/:id/repetir',
  'POST /api/rutas/copiar',
  'PATCH /api/rutas/estado',
  'PATCH /api/rutas/plan',
  'POST /api/rutas/:id/incidentes',
  'POST /api/usuarios/:id/tokens',
]

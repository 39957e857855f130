import { fechaOf } from './calendar.ts'
import { type DemoContext, minuteAt, type Row, rowMeta } from './rows.ts'

const common = { hora_desde: '14:00', hora_hasta: '20:00', activo: true }

/** One that next week's trips have to mind, and one that is over. */
export const restriccionRows = ({ demo: { today }, clock }: DemoContext): Row[] => [
  {
    id: 1,
    nombre: 'Sin carga pesada en la capital',
    desde: fechaOf(today + 5),
    hasta: fechaOf(today + 7),
    ...common,
    palabras_exentas: ['Alimentos', 'Medicamentos', 'Combustible'],
    nota: 'Acuerdo de tránsito por las fiestas.',
    ...rowMeta(clock, minuteAt(today - 6, 545)),
  },
  {
    id: 2,
    nombre: 'Obras en la ruta al Atlántico',
    desde: fechaOf(today - 60),
    hasta: fechaOf(today - 31),
    ...common,
    ...rowMeta(clock, minuteAt(today - 64, 610), minuteAt(today - 30, 500)),
  },
]

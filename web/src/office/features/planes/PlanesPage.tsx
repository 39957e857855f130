import type { Plan } from '@flota/contract/fleet/planes.ts'
import { planEstadoWords } from '@flota/contract/records/planes.ts'
import { CalendarPlus, CircleCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type ListProps, listWithForm } from '../../../list/listWithForm.tsx'
import { editAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { useOverlayParam } from '../../../list/useOverlayParam.ts'
import { withId } from '../../../shell/paths.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { planColumns } from '../../shared/planes/planColumns.tsx'
import { intervalText } from '../../shared/planes/planTexts.ts'
import { useRemoveAction } from '../../shared/useRemoveAction.ts'
import { planName } from './words.ts'

const orders = { vence: 'Lo que toca primero', nombre: 'Por camión y plan' }

const filters = {
  buscar: { kind: 'search', label: 'Buscar por plan o placa' },
  camion_id: { kind: 'record', of: 'camiones', label: 'Camión', all: 'Todos los camiones' },
  estado: {
    kind: 'words',
    label: 'Estado',
    words: { '': 'Todos', ...planEstadoWords },
  },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

const ServicioForm = lazy(async () => ({ default: (await import('./form/ServicioForm.tsx')).ServicioForm }))

const PlanesListOrForm = listWithForm(
  'registro',
  PlanesList,
  async () => (await import('./form/PlanForm.tsx')).PlanForm,
)

/** Also shows the form of a plan's maintenance, at `?programar=31` and `?hecho=31`. */
export function PlanesPage() {
  const overlay = useOverlayParam('programar', 'hecho')
  for (const kind of ['programar', 'hecho'] as const) {
    const id = overlay.valueOf(kind)
    if (/^[1-9]\d*$/.test(id))
      return (
        <Suspense>
          <ServicioForm key={kind} kind={kind} id={id} onClose={overlay.close} />
        </Suspense>
      )
  }
  return <PlanesListOrForm />
}

function PlanesList({ formOf }: ListProps) {
  const address = useListAddress(filters)
  const overlay = useOverlayParam('programar', 'hecho')
  const list = toListState(useEndpoint('GET /api/planes', { query: address.query }), address)
  const servicioHref = (kind: 'programar' | 'hecho') => (plan: Plan) =>
    plan.abierto_id === null
      ? overlay.hrefOf({ [kind]: String(plan.id) })
      : withId('/ver-mantenimiento/:id', plan.abierto_id)
  const { camion, plan, uso, ultimo, proximo, estado } = planColumns
  return (
    <ListPage
      title="Planes"
      address={address}
      list={list}
      columns={[camion, { ...plan, href: ({ id }) => formOf(id) }, uso, ultimo, proximo, estado]}
      nameOf={planName}
      actions={[
        { label: 'Programar', Icon: CalendarPlus, key: 'p', to: servicioHref('programar') },
        { label: 'Ya se hizo', Icon: CircleCheck, key: 'h', to: servicioHref('hecho') },
        { ...editAction, to: ({ id }) => formOf(id) },
        useRemoveAction('DELETE /api/planes/:id', 'Error al eliminar el plan', (row: Plan) => ({
          question: `¿Deseas eliminar el plan ${row.nombre} del camión ${row.camion}?`,
          detail: `${intervalText(row)}. Sus mantenimientos se quedan.`,
        })),
      ]}
      beside={
        <ListButtons>
          <ListExport
            call={{ line: 'GET /api/planes/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
        </ListButtons>
      }
      add={{ label: '+ Ingresar Plan', to: formOf(null) }}
      empty={{
        nothing: 'Todavía no hay planes. Crea uno para saber qué servicio toca y cuándo.',
        narrowed: 'Ningún plan coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar los planes"
    />
  )
}

import { calls } from '@flota/contract/core/calls.ts'
import { loadNames } from '@flota/contract/core/fields.ts'
import { pages } from '@flota/contract/core/pages.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { CalendarPlus, Copy, Printer, RefreshCw, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { useEndpointIf, useSave } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { DayChoices, useRememberedDays } from '../../../list/controls/DayChoices.tsx'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { stacked } from '../../../list/table/column.tsx'
import { type Action, editAction, removeAction, showAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { type RowSelection, useRowSelection } from '../../../list/useRowSelection.ts'
import { withId } from '../../../shell/paths.ts'
import { ViajeEstado } from '../../../trip/EstadoBadge.tsx'
import { rutaNameText } from '../../../trip/office/rutaNameText.ts'
import { useChangeEstados } from '../../../trip/office/useChangeEstados.ts'
import { useViajeAccess, type ViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { viajeColumns } from '../../../trip/office/viajeColumns.tsx'
import { copyRutaHref, returnRutaHref } from '../../../trip/tripTexts.ts'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { ImportOffer } from '../../shared/export/ImportLink.tsx'
import { rutaFilters, toRutasQuery } from './rutaFilters.ts'
import type { SelectionBar } from './SelectionBar.tsx'
import { useBulkDialogs } from './useBulkDialogs.tsx'
import { useRutaDialogs } from './useRutaDialogs.tsx'

export function RutasPage() {
  const access = useViajeAccess()
  const days = useRememberedDays()
  const address = useListAddress(rutaFilters, undefined, days ?? undefined)
  const { print, repeat, dialogs } = useRutaDialogs()
  const isPending = days === null && !address.narrowed
  const query = isPending ? null : { query: { ...toRutasQuery(address.query), horas: 'si' as const } }
  const list = toListState(useEndpointIf('GET /api/rutas', query), address)
  const ticks = useRowSelection(list.rows, JSON.stringify(address.activeFilters))
  const bulk = useBulkDialogs(ticks)
  // Every user with a bulk action may also print sheets.
  const mayTick = usePermission()(calls['GET /api/rutas/hojas'])
  const { othersOf } = useChangeEstados(rutaNameText, ticks)
  return (
    <>
      <ListPage
        title="Rutas"
        address={address}
        list={list}
        columns={columnsFor(access)}
        nameOf={({ no_ruta }: Ruta) => no_ruta}
        ticks={mayTick ? ticks : undefined}
        bar={<LazySelectionBar ticks={ticks} bulk={bulk} />}
        actions={useRutaActions(ticks, { othersOf, print, repeat })}
        beside={<HeadingButtons address={address} disabled={list.rows?.length === 0} />}
        add={{ label: '+ Ingresar Ruta', to: '/ingresar-ruta', access: calls['POST /api/rutas'] }}
        empty={{
          nothing: emptyText(access),
          offer: <ImportOffer tipo="rutas" />,
          narrowed: 'Ninguna ruta coincide con lo que buscas.',
        }}
        errorTitle="Error al cargar las rutas"
      />
      {dialogs}
      {bulk.dialogs}
    </>
  )
}

interface HeadingButtonsProps {
  address: ReturnType<typeof useListAddress<typeof rutaFilters>>
  disabled: boolean
}

function HeadingButtons({ address, disabled }: HeadingButtonsProps) {
  return (
    <>
      <DayChoices address={address} />
      <ListButtons>
        <ListExport
          importTipo="rutas"
          call={{ line: 'GET /api/rutas/exportar', query: toRutasQuery(address.activeFilters) }}
          access={calls['GET /api/reportes/exportar']}
          disabled={disabled}
        />
      </ListButtons>
    </>
  )
}

interface ActionHandlers extends Pick<ReturnType<typeof useRutaDialogs>, 'print' | 'repeat'> {
  othersOf: ReturnType<typeof useChangeEstados<Ruta>>['othersOf']
}

function useRutaActions(ticks: RowSelection<Ruta>, handlers: ActionHandlers): Action<Ruta>[] {
  const { othersOf, print, repeat } = handlers
  const create = calls['POST /api/rutas']
  const [edit, show] = ['/editar-ruta/:id', '/mostrar-ruta/:id'] as const
  return [
    { ...editAction, to: ({ id }) => withId(edit, id), access: calls['PUT /api/rutas/:id'] },
    { ...showAction, to: ({ id }) => withId(show, id), access: pages[show] },
    { label: 'Cambiar estado', Icon: RefreshCw, next: othersOf, access: calls['PATCH /api/rutas/estado'] },
    { label: 'Duplicar', Icon: Copy, key: 'd', to: ({ id }) => copyRutaHref(id), access: create },
    { label: 'Viaje de regreso', Icon: Undo2, key: 'r', to: ({ id }) => returnRutaHref(id), access: create },
    {
      label: 'Repetir en otros días…',
      Icon: CalendarPlus,
      act: repeat,
      access: calls['POST /api/rutas/:id/repetir'],
    },
    { label: 'Imprimir hoja', Icon: Printer, act: print, access: calls['GET /api/rutas/hojas'] },
    {
      ...removeAction,
      ask: useRemoveRuta((ruta) => ticks.tick([ruta], false)),
      access: calls['DELETE /api/rutas/:id'],
    },
  ]
}

/** Fields of the load that share no column. Only the office reads them. */
const furtherLoad = loadNames(rutaFields).filter(
  (name) => !['servicio', 'mercaderia', 'combustible'].includes(name),
)

/** Returns the sixteen columns stacked in pairs, so that they fit a desktop screen. */
function columnsFor(access: ViajeAccess) {
  const viaje = viajeColumns(access)
  return [
    stacked(viaje.noRuta, viaje.placa),
    stacked(viaje.cliente, viaje.servicio),
    stacked(viaje.mercaderia, viaje.comentario),
    stacked(viaje.origen, viaje.destino),
    stacked(viaje.piloto, viaje.ayudante),
    stacked(viaje.fecha, viaje.hora),
    viaje.precio ? stacked(viaje.precio, viaje.combustible) : viaje.combustible,
    ...(access.precio ? furtherLoad.map((name) => viaje[name]) : []),
    // With the pinned menu column a delayed state has room for two lines only.
    {
      ...viaje.estado,
      cell: (ruta: Ruta) => (
        <ViajeEstado ruta={ruta} className="max-w-32 py-0! leading-4 whitespace-normal!" />
      ),
      card: viaje.estado.cell,
    },
  ]
}

function emptyText({ create, precio }: ViajeAccess) {
  if (!precio) return 'No tienes rutas asignadas. Contacta al administrador del sistema.'
  return create
    ? 'Todavía no hay rutas. Ingresa la primera: necesitas un cliente, un camión y un piloto.'
    : 'Todavía no hay rutas. Aparecerán aquí cuando alguien las ingrese.'
}

function useRemoveRuta(onGone: (ruta: Ruta) => void) {
  const send = useSave('DELETE /api/rutas/:id')
  const act = async (ruta: Ruta) => {
    try {
      const done = await send({ params: { id: ruta.id }, query: { version: String(ruta.version) } })
      onGone(ruta)
      return done
    } catch (error) {
      if (error instanceof ApiError && error.isTransient)
        throw new Error('Error al eliminar la ruta. Intenta nuevamente.', { cause: error })
      throw error
    }
  }
  return (ruta: Ruta) => ({
    question: '¿Desea eliminar la ruta?',
    detail: `${ruta.no_ruta} · ${rutaNameText(ruta)}`,
    act: () => act(ruta),
    errorMessage: (cause: string) => cause || 'Error al eliminar la ruta',
  })
}

/** Loads the bar with the first selected trip. */
function LazySelectionBar(props: ComponentProps<typeof SelectionBar>) {
  const { chosen, tick } = props.ticks
  const hasSelection = chosen.length > 0
  const loaded = useLazyModule(
    hasSelection,
    'los cambios',
    () => import('./SelectionBar.tsx'),
    () => tick(chosen, false),
  )
  return hasSelection && loaded && <loaded.SelectionBar {...props} />
}

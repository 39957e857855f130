import { calls } from '@flota/contract/core/calls.ts'
import { formatGalones, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Carga } from '@flota/contract/money/cargas.ts'
import { movimientoEstadoWords, pagaWords } from '@flota/contract/records/dinero.ts'
import { Ban, Paperclip } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type Action, editAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { useOverlayParam } from '../../../list/useOverlayParam.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { movimientoHref } from '../../shared/movimientos/hrefs.ts'
import { useMovementActions } from '../../shared/movimientos/useMovementActions.ts'
import { LazyReasonDialog } from '../../shared/reason/LazyReasonDialog.tsx'
import { CombustibleTabs } from './CombustibleTabs.tsx'
import { cargaColumns } from './cargaColumns.tsx'
import { cargaName } from './cargaWords.ts'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por camión, piloto, ruta, estación o vale', wide: true },
  camion_id: { kind: 'record', of: 'camiones', label: 'Camión', all: 'Todos los camiones' },
  chofer_id: { kind: 'record', of: 'choferes', label: 'Piloto', all: 'Todos los pilotos' },
  paga: { kind: 'words', label: 'Paga', words: { '': 'Todos', ...pagaWords } },
  // Folded, so that the filters have two lines.
  estado: {
    kind: 'words',
    label: 'Estado',
    words: { '': 'Todos', ...movimientoEstadoWords },
    folds: ({ estado }) => !estado,
  },
  lleno: {
    kind: 'words',
    label: 'Lleno',
    words: { '': 'Todos', si: 'Sí', no: 'No' },
    folds: ({ lleno }) => !lleno,
  },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
  estacion: { kind: 'text' },
  ruta_id: { kind: 'id' },
} as const satisfies Filters

export function CargasTab() {
  const address = useListAddress(filters, moneyPageSizes)
  const answer = useEndpoint('GET /api/cargas', { query: { ...address.query, viaje: 'si' } })
  const list = toListState(answer, address)
  const overlay = useOverlayParam('registro')
  const formOf = (id: number | 'nuevo') => overlay.hrefOf({ registro: String(id) })
  const movementActions = useMovementActions()
  return (
    <>
      <ListPage
        title="Combustible"
        address={address}
        list={list}
        columns={cargaColumns({ formOf, estacionOf: (estacion) => estacionHref(estacion) })}
        nameOf={cargaName}
        actions={actionsOf(formOf, movementActions.reject)}
        beside={
          <>
            <CombustibleTabs current="cargas" />
            <ListButtons>
              <ListExport
                call={{ line: 'GET /api/cargas/exportar', query: address.activeFilters }}
                disabled={list.rows?.length === 0}
              />
            </ListButtons>
          </>
        }
        add={{ label: '+ Carga', to: formOf('nuevo'), access: calls['POST /api/cargas'] }}
        notes={
          <CargaNotes address={address} rows={list.rows} totales={answer.data?.totales} total={list.total} />
        }
        empty={{
          nothing:
            'Todavía no hay cargas de combustible. Registra la primera para saber cuánto rinde cada camión.',
          narrowed: 'Ninguna carga coincide con lo que buscas.',
        }}
        errorTitle="Error al cargar las cargas de combustible"
      />
      <LazyReasonDialog request={movementActions.reasonRequest} />
    </>
  )
}

const estacionHref = (estacion: string) => `/combustible?${new URLSearchParams({ estacion })}`

function actionsOf(
  formOf: (id: number) => string,
  annul: ReturnType<typeof useMovementActions>['reject'],
): Action<Carga>[] {
  const access = calls['PUT /api/cargas/:id']
  return [
    { ...editAction, access, when: ({ estado }) => estado !== 'anulado', to: ({ id }) => formOf(id) },
    { label: 'Archivos', Icon: Paperclip, to: ({ id }) => movimientoHref(id) },
    {
      label: 'Anular',
      Icon: Ban,
      danger: true,
      access,
      when: ({ estado, liquidacion_id }) => estado !== 'anulado' && liquidacion_id === null,
      act: (row) => annul({ ...row, tipo: 'gasto', concepto: 'Combustible', monto: row.total }),
    },
  ]
}

interface NotesProps {
  address: ReturnType<typeof useListAddress<typeof filters>>
  rows: readonly Carga[] | undefined
  totales: Readonly<Record<string, number>> | undefined
  total: number | undefined
}

/** Shows the sums of all pages, and what a link has narrowed the list to. */
function CargaNotes({ address: { values, change }, rows, totales, total = 0 }: NotesProps) {
  const { galones = 0, total: amount = 0 } = totales ?? {}
  const trip = values.ruta_id ? rows?.[0] : undefined
  const one = values.estacion || trip?.no_ruta
  if (!one && total === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {total > 0 && (
        <span>
          {formatInteger(total)} {total === 1 ? 'carga' : 'cargas'} ·{' '}
          <strong>{formatGalones(galones)} galones</strong> · <strong>{formatQuetzales(amount)}</strong>
        </span>
      )}
      {one && (
        <>
          <span>
            Solo las de <strong>{one}</strong>.{trip?.viaje && ` ${tripNameText(trip.viaje)}.`}
          </span>
          <button
            type="button"
            onClick={() => change({ estacion: '', ruta_id: '' })}
            className="text-link underline max-md:min-h-11"
          >
            Ver todas
          </button>
        </>
      )}
    </p>
  )
}

import { formatFecha } from '@flota/contract/core/format.ts'
import type { Papel } from '@flota/contract/documents/documentos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { documentoEntidades } from '@flota/contract/records/estados.ts'
import { History, Tags } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type Action, editAction } from '../../../list/table/rowActions.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { useOverlayParam } from '../../../list/useOverlayParam.ts'
import { Button } from '../../../ui/Button.tsx'
import { showResult } from '../../../ui/ResultPopup.tsx'
import { type DocumentoAction, documentoKey, documentoName } from '../../shared/documents/documento.ts'
import { LazyDocumentoForm } from '../../shared/documents/LazyDocumentoForm.tsx'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { ImportOffer } from '../../shared/export/ImportLink.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import { useRemoveAction } from '../../shared/useRemoveAction.ts'
import { columnsFor } from './columns.tsx'
import { PlazoChoices } from './PlazoChoices.tsx'
import { plazoQuery, plazos, useDocumentos } from './useDocumentos.ts'

const TiposDialog = lazyDialog(
  async () => (await import('./TiposDialog.tsx')).TiposDialog,
  'los tipos de documento',
)

const entidades = {
  '': 'Todos',
  choferes: catalogues.choferes.words.title,
  ayudantes: catalogues.ayudantes.words.title,
  camiones: catalogues.camiones.words.title,
}

const filters = {
  buscar: { kind: 'search', label: 'Buscar por nombre, placa, tipo o número' },
  plazo: { kind: 'words', label: 'Vencimiento', words: { '': '', ...plazos }, isVisible: () => false },
  entidad: { kind: 'words', label: 'De', words: entidades, restarts: ['entidad_id'] },
  tipo_id: { kind: 'record', of: 'documentoTipos', label: 'Tipo', all: 'Todos los tipos' },
  historial: {
    kind: 'words',
    label: 'Historial',
    words: { '': 'Solo lo actual', si: 'También lo renovado' },
    isVisible: ({ plazo }) => !plazo || plazo === 'todos',
  },
  // Chosen by the heading 'Vence'.
  orden: { kind: 'order', label: 'Orden', words: { vence: '', '-vence': '' }, isVisible: () => false },
} as const satisfies Filters

/** Returns the filters with the record filter of the address's `entidad`. */
function useFilters() {
  const [search] = useSearchParams()
  const entidad = documentoEntidades.find((each) => each === search.get('entidad'))
  const { singular } = catalogues[entidad ?? 'camiones'].words
  const entidad_id = {
    kind: 'record',
    of: entidad ?? 'camiones',
    label: singular,
    all: 'Todos',
    isVisible: () => entidad !== undefined,
  } as const
  const { buscar, plazo, entidad: de, ...rest } = filters
  return { buscar, plazo, entidad: de, entidad_id, ...rest }
}

/** Lists documents, licences and missing documents, earliest expiry first; each can be renewed here. */
export function VencimientosPage() {
  const address = useListAddress(useFilters())
  const { plazo: chosen, orden = 'vence', ...others } = address.activeFilters
  // Opens with what needs attention; a search covers all documents.
  const plazo = chosen ?? (Object.keys(others).length > 0 ? 'todos' : 'atender')
  const { historial, entidad, entidad_id, ...rest } = others
  const narrowing = { ...rest, ...(entidad && { entidad, ...(entidad_id && { entidad_id }) }) }
  const { pagina, porPagina } = address
  const { list, none } = useDocumentos({
    page: { pagina, porPagina },
    plazo,
    historial: plazo === 'todos' ? historial : undefined,
    orden,
    filters: narrowing,
  })
  const over = useOverlayParam('registro')
  const actionFromAddress = useDocumentoParam(over)
  const [action, setAction] = useState<DocumentoAction | null>(null)
  const openAction = actionFromAddress ?? action
  const [types, setTypes] = useState(false)
  return (
    <>
      <ListPage
        title="Vencimientos"
        address={address}
        list={list}
        notes={
          <PlazoChoices
            value={plazo}
            filters={narrowing}
            onChange={(next) => address.change({ plazo: next === plazo ? '' : next })}
          />
        }
        columns={columnsFor(setAction)}
        keyOf={documentoKey}
        nameOf={documentoName}
        actions={useDocumentoActions(setAction)}
        beside={
          <ListButtons>
            <ListExport
              importTipo="documentos"
              call={{
                line: 'GET /api/documentos/exportar',
                query: { ...narrowing, orden, ...plazoQuery(plazo) },
              }}
              disabled={none || plazo === 'falta'}
            />
            <Button onClick={() => setTypes(true)}>
              <Tags aria-hidden="true" className="size-4.5" />
              <span>
                Tipos<span className="max-md:sr-only"> de documento</span>
              </span>
            </Button>
          </ListButtons>
        }
        add={{ label: '+ Ingresar Documento', to: over.hrefOf({ registro: 'nuevo' }) }}
        empty={{
          nothing: none
            ? 'Todavía no hay documentos. Ingresa el primero: aquí verás cuáles vencen.'
            : 'Nada por atender: ningún papel venció, vence pronto ni falta.',
          offer: none && <ImportOffer tipo="documentos" />,
          narrowed: 'Ningún documento coincide con lo que buscas.',
        }}
        errorTitle="Error al cargar los documentos"
      />
      {openAction && (
        <LazyDocumentoForm action={openAction} onClose={() => (action ? setAction(null) : over.close())} />
      )}
      {types && <TiposDialog onClose={() => setTypes(false)} />}
    </>
  )
}

const newDocumento: DocumentoAction = { what: 'nuevo' }

/** Returns the dialog that the address requests: a new document, or the one with that id. */
function useDocumentoParam({
  valueOf,
  close,
}: ReturnType<typeof useOverlayParam<'registro'>>): DocumentoAction | null {
  const id = valueOf('registro')
  const isId = /^[1-9]\d*$/.test(id)
  const { data, error } = useEndpointIf('GET /api/documentos/:id', isId ? { params: { id } } : null)
  const leave = useEffectEvent(close)
  useEffect(() => {
    if (isId && error) void showResult('error', error.message).then(leave)
  }, [isId, error])
  if (id === 'nuevo') return newDocumento
  return isId && data?.data.id === Number(id) ? { what: 'editar', papel: data.data } : null
}

function useDocumentoActions(setAction: (action: DocumentoAction) => void): Action<Papel>[] {
  const isRecord = ({ id }: Papel) => id !== null
  return [
    { ...editAction, act: (papel) => setAction({ what: 'editar', papel }), when: isRecord },
    {
      label: 'Ver historial',
      Icon: History,
      to: ({ entidad, entidad_id, tipo_id }) =>
        `/vencimientos?entidad=${entidad}&entidad_id=${entidad_id}&tipo_id=${tipo_id}&historial=si`,
      when: isRecord,
    },
    useRemoveAction('DELETE /api/documentos/:id', 'Error al eliminar el documento', (papel: Papel) => ({
      question: `¿Deseas eliminar el documento ${documentoName(papel)}?`,
      ...(papel.vence && { detail: `Vence el ${formatFecha(papel.vence)}` }),
    })),
  ]
}

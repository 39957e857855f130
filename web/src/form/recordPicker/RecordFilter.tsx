import { catalogues } from '@flota/contract/records/catalogues.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { useState } from 'react'
import { useEndpoint, useEndpointIf } from '../../api/cache/queries.ts'
import { Combobox } from '../Combobox.tsx'
import type { Choice } from '../FieldSpec.ts'
import { normalizeText } from '../parseInput.ts'
import type { ComboboxSearch } from '../useCombobox.ts'
import { recordSources } from './recordSources.ts'

/** Source of the document types. The list is short, so this filters it itself. */
const documentoTipoSource = {
  useSearch: (text: string | null): ComboboxSearch => {
    const found = useEndpointIf('GET /api/documento-tipos', text === null ? null : {})
    return {
      options: found.data?.data
        .filter(({ nombre }) => normalizeText(nombre).includes(normalizeText(text ?? '')))
        .map(({ id, nombre, aplica }) => ({ id, text: nombre, note: catalogues[aplica].words.title })),
      settled: found.data !== undefined,
      failed: found.error && !found.isFetching ? 'Error al cargar los tipos de documento' : null,
      more: false,
      retry: () => void found.refetch(),
    }
  },
  useName: (id: string) => {
    const { data } = useEndpoint('GET /api/documento-tipos')
    if (!data) return ''
    return data.data.find((tipo) => String(tipo.id) === id)?.nombre ?? registros.documento_tipos.notFound
  },
}

const sourcesByKind = { ...recordSources, documentoTipos: documentoTipoSource }
export type RecordKind = keyof typeof sourcesByKind

interface Props {
  kind: RecordKind
  id: string
  onChange: (id: string) => void
  label: string
  all: string
}

const noChoice: Choice = { id: null, text: '' }

export function RecordFilter({ id, onChange, ...filter }: Props) {
  const [typed, setTyped] = useState(noChoice)
  const choose = (next: Choice) => {
    setTyped(next)
    const chosen = next.id === null ? '' : String(next.id)
    if (chosen !== id) onChange(chosen)
  }
  if (id && String(typed.id) !== id) return <NamedFilter {...filter} id={id} onChange={choose} />
  // A link or the reset button may have cleared the filter.
  return <FilterCombobox {...filter} value={!id && typed.id !== null ? noChoice : typed} onChange={choose} />
}

type RecordFilterProps = Pick<Props, 'kind' | 'label' | 'all'> & { onChange: (value: Choice) => void }

function NamedFilter({ id, ...filter }: RecordFilterProps & Pick<Props, 'id'>) {
  const { useName } = sourcesByKind[filter.kind]
  return <FilterCombobox {...filter} value={{ id: Number(id), text: useName(id) }} />
}

function FilterCombobox({ kind, label, all, ...box }: RecordFilterProps & { value: Choice }) {
  return (
    <div className="max-w-60 flex-1 basis-48 max-sm:max-w-none max-sm:basis-full">
      <Combobox
        {...box}
        useSearch={sourcesByKind[kind].useSearch}
        label={label}
        name={label}
        placeholder={all}
      />
    </div>
  )
}

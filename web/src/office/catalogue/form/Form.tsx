import '@flota/contract/jitless.ts'
import { type AnyCatalogueCalls, catalogueEndpoints } from '@flota/contract/catalogue.ts'
import type { CatalogueName } from '@flota/contract/catalogues.ts'
import type { Fields } from '@flota/contract/definition.ts'
import type { CatalogueField } from '@flota/contract/fields.ts'
import { useState } from 'react'
import { lastAddressOf } from '../../../api/cache/lastAddress.ts'
import { capitals, date, text } from '../../../form/fields.tsx'
import { RecordForm } from '../../../form/RecordForm.tsx'
import { useClose } from '../../../ui/leaving.ts'
import type { Catalogue } from '../calls.ts'
import { nameOf } from '../text.ts'

interface Props {
  catalogue: Catalogue
  /** Null for a new record. */
  id: string | null
}

function inputOf(field: CatalogueField) {
  if (field.kind === 'date') return date(field.label)
  if (field.input === 'capitals') return capitals(field.label)
  return text(field.label, { input: field.input === 'tel' ? { type: 'tel' } : {} })
}

const formOf = (catalogue: Catalogue) => {
  // By field names alone TypeScript cannot know what a row's values are.
  const calls = catalogueEndpoints<CatalogueName, Fields, string>(catalogue) as unknown as AnyCatalogueCalls
  const fields = Object.entries(catalogue.fields).map(([name, field]) => [name, inputOf(field)] as const)
  return { calls, fields: Object.fromEntries(fields) }
}

/** The form of a record, drawn from the catalogue's definition. */
export function Form({ catalogue, id }: Props) {
  const { words, screens } = catalogue
  const [{ calls, fields }] = useState(() => formOf(catalogue))
  const close = useClose()
  return (
    <RecordForm
      calls={calls}
      id={id}
      fields={fields}
      words={words}
      nameOf={(row) => nameOf(catalogue, row)}
      refusal={({ message }) => ({ title: id ? words.updateFailed : words.createFailed, detail: message })}
      onClose={() => close(lastAddressOf(screens.list))}
    />
  )
}

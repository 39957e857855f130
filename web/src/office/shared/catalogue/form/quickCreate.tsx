import { calls } from '@flota/contract/calls.ts'
import { type CatalogueName, catalogues } from '@flota/contract/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/definition.ts'
import { useState } from 'react'
import type { Values } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import type { Maker, MakerFormProps } from '../../../../form/recordField.tsx'
import { catalogueForm } from './catalogueForm.ts'

/** Makes a record of a catalogue where another form lacks it. */
export function makerOf(name: CatalogueName): Maker {
  const catalogue: AnyCatalogue = catalogues[name]
  const one = catalogue.words.singular.toLowerCase()
  return {
    may: calls[`POST /api/${name}`],
    label: (text) => `+ Ingresar ${one} «${text}»`,
    forbidden: `Nada coincide con lo escrito. Pide al administrador que ingrese el ${one}.`,
    Form: (props) => <MakerForm catalogue={catalogue} {...props} />,
  }
}

function MakerForm({ catalogue, text, onSaved, onClose }: MakerFormProps & { catalogue: AnyCatalogue }) {
  const [form] = useState(() => catalogueForm(catalogue))
  const [start] = useState(() => startOf(catalogue, text))
  const { words, nameOf } = form
  return (
    <RecordForm
      {...form}
      id={null}
      start={start}
      startAt={Object.keys(form.fields).find((field) => !start[field]) ?? ''}
      refusal={({ message }) => ({ title: words.createFailed, detail: message })}
      over={(row) => onSaved({ id: row.id, text: nameOf(row) })}
      onClose={onClose}
    />
  )
}

/** A typed name as the server takes it apart too: the first word, and the rest (docs/contract/trips.md). */
function startOf({ orderBy, fields }: AnyCatalogue, text: string): Values {
  const [first = '', ...rest] = text.split(/\s+/)
  const [nombre = '', apellido] = orderBy
  if (apellido) return { [nombre]: first, [apellido]: rest.join(' ') }
  const field = fields[nombre]
  return { [nombre]: field?.kind === 'text' && field.input === 'capitals' ? text.toUpperCase() : text }
}

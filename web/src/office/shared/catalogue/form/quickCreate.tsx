import { calls } from '@flota/contract/core/calls.ts'
import { type CatalogueName, catalogues } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import { useState } from 'react'
import type { Values } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import type { QuickCreate, QuickCreateFormProps } from '../../../../form/recordField.tsx'
import { catalogueForm } from './catalogueForm.ts'

/** Creates a catalogue record from within another form. */
export function quickCreate(name: CatalogueName): QuickCreate {
  const catalogue: AnyCatalogue = catalogues[name]
  const one = catalogue.words.singular.toLowerCase()
  return {
    access: calls[`POST /api/${name}`],
    label: (text) => `+ Ingresar ${one} «${text}»`,
    forbidden: `Nada coincide con lo escrito. Pide al administrador que ingrese el ${one}.`,
    Form: (props) => <QuickCreateForm catalogue={catalogue} {...props} />,
  }
}

function QuickCreateForm(props: QuickCreateFormProps & { catalogue: AnyCatalogue }) {
  const { catalogue, text, onCreated, onClose } = props
  const [form] = useState(() => catalogueForm(catalogue))
  const [start] = useState(() => initialValues(catalogue, text))
  const { words, nameOf } = form
  return (
    <RecordForm
      {...form}
      id={null}
      start={start}
      initialFocus={Object.keys(form.fields).find((field) => !start[field]) ?? ''}
      refusal={({ message }) => ({ title: words.createFailed, detail: message })}
      onCreated={(row) => onCreated({ id: row.id, text: nameOf(row) })}
      onClose={onClose}
    />
  )
}

/** Splits a typed name as the server does: first word and rest (docs/contract/trips.md). */
function initialValues({ orderBy, fields }: AnyCatalogue, text: string): Values {
  const [first = '', ...rest] = text.split(/\s+/)
  const [nombre = '', apellido] = orderBy
  if (apellido) return { [nombre]: first, [apellido]: rest.join(' ') }
  const field = fields[nombre]
  return { [nombre]: field?.type === 'text' && field.input === 'capitals' ? text.toUpperCase() : text }
}

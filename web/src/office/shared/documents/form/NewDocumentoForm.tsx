import { documentoValues } from '@flota/contract/documentos.ts'
import type { DocumentoEntidad } from '@flota/contract/estados.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import type { Choice, FieldSpec, Value } from '../../../../form/FieldSpec.ts'
import { select } from '../../../../form/fields.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import { SelectField } from '../../../../form/SelectField.tsx'
import { emptyValues } from '../../../../form/validate.ts'
import { type Dueno, entidadWord, type Tipo } from '../documento.ts'
import { DocumentoDialog, papelFields } from './DocumentoDialogForm.tsx'

interface Props {
  /** Whose it is; undefined where that is chosen here. */
  de: Dueno | undefined
  onClose: () => void
}

/** A paper of a type that is chosen. */
export function NuevoForm({ de, onClose }: Props) {
  const tipos = useEndpoint('GET /api/documento-tipos')
  const title = 'Ingresar Documento'
  if (!tipos.data)
    return (
      <DialogLoading
        title={title}
        failed="Error al cargar los tipos de documento"
        of={tipos}
        onClose={onClose}
      />
    )
  const offered = tipos.data.data.filter(({ activo, aplica }) => activo && (!de || aplica === de.entidad))
  return <Form title={title} tipos={offered} de={de} onClose={onClose} />
}

const none: Choice = { id: null, text: '' }

const ownerOf = (entidad: DocumentoEntidad) =>
  choice(entidadWord(entidad), { useSearch: sources[entidad].useSearch }, () => '', {
    unknown: 'Elige un registro de la lista.',
    needed: sentences.required,
  })
const owners = {
  choferes: ownerOf('choferes'),
  ayudantes: ownerOf('ayudantes'),
  camiones: ownerOf('camiones'),
}

/** Whose paper it can be follows from its type. */
function fieldsFor(tipos: readonly Tipo[], de: Dueno | undefined) {
  const aplicaOf = (tipo: Value | undefined) => tipos.find(({ id }) => String(id) === tipo)?.aplica
  const words = tipos.map(
    ({ id, nombre, aplica }) => [String(id), de ? nombre : `${nombre} · ${entidadWord(aplica)}`] as const,
  )
  const tipo_id: FieldSpec<string> = {
    ...select('Tipo de documento', [['', 'Elige un tipo'], ...words]),
    read: () => '',
    send: (tipo) => (tipo === '' ? null : Number(tipo)),
    Input: ({ form, ...field }) => (
      <SelectField
        {...field}
        words={[['', 'Elige un tipo'], ...words]}
        onChange={(tipo) =>
          form.set({
            tipo_id: tipo,
            ...(aplicaOf(tipo) !== aplicaOf(field.value) && { entidad_id: none }),
          })
        }
      />
    ),
  }
  const entidad_id: FieldSpec<Choice> = {
    ...owners.camiones,
    read: () => none,
    when: (values) => !de && aplicaOf(values.tipo_id) !== undefined,
    Input: (field) => {
      const owner = aplicaOf(field.form.values.tipo_id) ?? 'camiones'
      const { Input, label } = owners[owner]
      return <Input key={owner} {...field} label={label} />
    },
  }
  const schema = z.preprocess((sent) => {
    const { tipo_id: tipo, entidad_id: id, ...rest } = sent as { tipo_id?: number; entidad_id?: number }
    return { ...rest, tipo_id: tipo, ...(de ?? { entidad: aplicaOf(String(tipo)), entidad_id: id }) }
  }, documentoValues)
  return { fields: { tipo_id, entidad_id, ...papelFields }, schema }
}

function Form({ title, tipos, de, onClose }: Props & { title: string; tipos: readonly Tipo[] }) {
  const create = useSave('POST /api/documentos')
  const [{ fields, schema }] = useState(() => fieldsFor(tipos, de))
  return (
    <DocumentoDialog
      title={title}
      fields={fields}
      schema={schema}
      stored={{ values: emptyValues(fields), version: undefined }}
      save={(body, idempotencyKey) => create({ body, idempotencyKey })}
      failed="Error al guardar el documento"
      onClose={onClose}
    />
  )
}

import { sentences } from '@flota/contract/core/sentences.ts'
import { documentoValues } from '@flota/contract/documents/documentos.ts'
import type { DocumentoEntidad } from '@flota/contract/records/estados.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import type { Choice, FieldSpec, Value } from '../../../../form/FieldSpec.ts'
import { selectField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { SelectField } from '../../../../ui/SelectField.tsx'
import { type DocumentoOwner, type DocumentoTipo, entidadWord } from '../documento.ts'
import { CreateDocumentoForm, documentoFields } from './DocumentoDialogForm.tsx'

interface Props {
  /** Undefined if the user chooses the owner. */
  owner: DocumentoOwner | undefined
  onClose: () => void
}

export function NewDocumentoForm({ owner, onClose }: Props) {
  const tipos = useEndpoint('GET /api/documento-tipos')
  const title = 'Ingresar Documento'
  if (!tipos.data)
    return (
      <DialogLoading
        title={title}
        errorTitle="Error al cargar los tipos de documento"
        query={tipos}
        onClose={onClose}
      />
    )
  const activeTipos = tipos.data.data.filter(
    ({ activo, aplica }) => activo && (!owner || aplica === owner.entidad),
  )
  return <NewDocumentoFields title={title} tipos={activeTipos} owner={owner} onClose={onClose} />
}

const noChoice: Choice = { id: null, text: '' }

const ownerField = (entidad: DocumentoEntidad) =>
  recordField(entidadWord(entidad), { useSearch: recordSources[entidad].useSearch }, () => '', {
    unknownMessage: 'Elige un registro de la lista.',
    requiredMessage: sentences.required,
  })
const ownerFields = {
  choferes: ownerField('choferes'),
  ayudantes: ownerField('ayudantes'),
  camiones: ownerField('camiones'),
}

/** The document's type determines the kind of owner. */
function fieldsFor(tipos: readonly DocumentoTipo[], owner: DocumentoOwner | undefined) {
  const aplicaOf = (tipo: Value | undefined) => tipos.find(({ id }) => String(id) === tipo)?.aplica
  const words = tipos.map(
    ({ id, nombre, aplica }) => [String(id), owner ? nombre : `${nombre} · ${entidadWord(aplica)}`] as const,
  )
  const tipo_id: FieldSpec<string> = {
    ...selectField('Tipo de documento', [['', 'Elige un tipo'], ...words]),
    read: () => '',
    send: (tipo) => (tipo === '' ? null : Number(tipo)),
    Input: ({ form, ...field }) => (
      <SelectField
        {...field}
        words={[['', 'Elige un tipo'], ...words]}
        onChange={(tipo) =>
          form.set({
            tipo_id: tipo,
            ...(aplicaOf(tipo) !== aplicaOf(field.value) && { entidad_id: noChoice }),
          })
        }
      />
    ),
  }
  const entidad_id: FieldSpec<Choice> = {
    ...ownerFields.camiones,
    read: () => noChoice,
    isPresent: (values) => !owner && aplicaOf(values.tipo_id) !== undefined,
    Input: (field) => {
      const kind = aplicaOf(field.form.values.tipo_id) ?? 'camiones'
      const { Input, label } = ownerFields[kind]
      return <Input key={kind} {...field} label={label} />
    },
  }
  const schema = z.preprocess((values) => {
    const { tipo_id: tipo, entidad_id: id, ...rest } = values as { tipo_id?: number; entidad_id?: number }
    return { ...rest, tipo_id: tipo, ...(owner ?? { entidad: aplicaOf(String(tipo)), entidad_id: id }) }
  }, documentoValues)
  return { fields: { tipo_id, entidad_id, ...documentoFields }, schema }
}

function NewDocumentoFields(props: Props & { title: string; tipos: readonly DocumentoTipo[] }) {
  const { title, tipos, owner, onClose } = props
  const [form] = useState(() => fieldsFor(tipos, owner))
  return <CreateDocumentoForm {...form} title={title} onClose={onClose} />
}

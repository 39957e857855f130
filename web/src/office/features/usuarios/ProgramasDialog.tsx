import { formatFecha, formatMomento } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { type FormEvent, useState } from 'react'
import { ApiError, messageOf } from '../../../api/ApiError.ts'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { useConfig } from '../../../api/config.ts'
import { useIdempotencyKey } from '../../../api/useIdempotencyKey.ts'
import { CopyableText } from '../../../form/CopyableText.tsx'
import { confirmAndRun } from '../../../list/table/rowActions.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import type { UsuarioRow } from './permisos.ts'

type Token = AnswerOf<'GET /api/usuarios/:id/tokens'>['data'][number]

/** Manages a user's API tokens. The server shows each token once, when it is created. */
export function ProgramasDialog({ usuario, onClose }: { usuario: UsuarioRow; onClose: () => void }) {
  const answer = useEndpoint('GET /api/usuarios/:id/tokens', { params: { id: usuario.id } })
  const [newToken, setNewToken] = useState<{ nombre: string; token: string | null }>()
  const { data, error } = answer
  const docs = `${location.origin}/api/docs`
  return (
    <Modal
      title={`Programas de ${usuario.username}`}
      onClose={onClose}
      fromTop
      className={`${footedSheetClass} max-w-2xl!`}
    >
      <div className="mt-3 grid gap-5">
        <p className="text-muted">
          Con un token, un programa hace lo que puede este usuario, y queda en la bitácora con su nombre. Las
          llamadas están en{' '}
          <a href={docs} target="_blank" rel="noreferrer" className="text-link underline wrap-anywhere">
            {docs}
          </a>
          .
        </p>
        <LoadError title="Error al cargar los tokens" query={answer} />
        {!data && !error && <Loading label="Cargando los tokens…" />}
        {data?.data.length === 0 && <p>Todavía no hay tokens.</p>}
        {data && data.data.length > 0 && <TokenList id={usuario.id} tokens={data.data} />}
        {newToken && <NewToken key={newToken.nombre} {...newToken} />}
        <NewTokenForm id={usuario.id} onCreated={setNewToken} />
      </div>
      <div className={`${sheetFooterClass} mt-6 justify-end max-md:*:flex-1`}>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Modal>
  )
}

function TokenList({ id, tokens }: { id: number; tokens: readonly Token[] }) {
  const remove = useSave('DELETE /api/usuarios/:id/tokens/:tid')
  const zona = useConfig()?.zona
  const revoke = ({ id: tid, nombre }: Token) =>
    confirmAndRun({
      question: `¿Deseas revocar el token «${nombre}»?`,
      detail: 'El programa que lo usa deja de entrar en ese momento.',
      type: 'delete',
      act: () => remove({ params: { id, tid } }),
      errorMessage: (cause) => cause || 'Error al revocar el token',
    })
  return (
    <ul aria-label="Tokens" className="grid rounded-ui border border-line">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-center gap-3 border-line px-3 py-2 not-first:border-t"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold wrap-anywhere">{token.nombre}</p>
            <p className="text-sm text-muted">
              Vence el {formatFecha(token.vence)}
              {' · '}
              {token.usado_en && zona ? `Usado el ${formatMomento(token.usado_en, zona)}` : 'Sin usar'}
            </p>
          </div>
          <Button aria-label={`Revocar ${token.nombre}`} onClick={() => void revoke(token)}>
            Revocar
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** `token` is null if the server repeats an answer: it stores no tokens. */
function NewToken({ nombre, token }: { nombre: string; token: string | null }) {
  if (token === null)
    return (
      <Banner kind="error" title={`El token «${nombre}» se creó, pero no se pudo mostrar.`}>
        Revócalo y crea otro.
      </Banner>
    )
  return (
    <div className="grid gap-2 rounded-ui border border-line bg-sunken p-3" role="status">
      <p className="font-semibold">Token de «{nombre}»: cópialo ahora, no se vuelve a mostrar.</p>
      <CopyableText text={token} />
    </div>
  )
}

interface NewTokenFormProps {
  id: number
  onCreated: (token: { nombre: string; token: string | null }) => void
}

function NewTokenForm({ id, onCreated }: NewTokenFormProps) {
  const create = useSave('POST /api/usuarios/:id/tokens')
  const [values, setValues] = useState({ nombre: '', dias: '365' })
  const [campos, setCampos] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const once = useIdempotencyKey()
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
    className: inputClass,
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const nombre = values.nombre.trim()
    setFailure('')
    setCampos(nombre ? {} : { nombre: sentences.required })
    if (!nombre) return
    // Sends other text unchanged, so that the server returns its own message.
    const dias = (/^\d+$/.test(values.dias.trim()) ? Number(values.dias) : values.dias.trim()) as number
    const body = { nombre, dias }
    setBusy(true)
    try {
      const { data } = await once(body, (idempotencyKey) => create({ params: { id }, body, idempotencyKey }))
      onCreated(data)
      setValues({ nombre: '', dias: '365' })
    } catch (error) {
      const fieldErrors = error instanceof ApiError ? error.campos : {}
      setCampos(fieldErrors)
      setFailure(fieldErrors.nombre || fieldErrors.dias ? '' : (fieldErrors.id ?? messageOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-3">
      <h3 className="font-bold">Token nuevo</h3>
      {failure && <Banner kind="error" title={failure} />}
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_8rem]">
        <Field label="Nombre del programa" required error={campos.nombre}>
          {(control) => <input {...control} {...field('nombre')} />}
        </Field>
        <Field label="Días que vale" error={campos.dias} hint="De 1 a 730">
          {(control) => <input {...control} {...field('dias')} inputMode="numeric" />}
        </Field>
      </div>
      <Button look="primary" type="submit" busy={busy} className="justify-self-start max-md:w-full">
        Crear token
      </Button>
    </form>
  )
}

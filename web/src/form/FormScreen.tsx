import type { ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../ui/Modal.tsx'
import { confirmClose } from '../ui/navigationGuard.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { ConflictPanel, displayValue } from './ConflictPanel.tsx'
import type { FieldHints, Form } from './FieldSpec.ts'
import type { useFormSave } from './useFormSave.ts'
import { isSameValue } from './validate.ts'

interface Props {
  title: string
  form: Form
  saving: Pick<ReturnType<typeof useFormSave>, 'failure' | 'onSave' | 'mended'>
  onClose: () => Promise<void> | void
  /** The field that gets focus, if not the first. */
  initialFocus?: string
  /** The grid's classes, if not three columns. */
  layout?: string
  /** Hints that depend on what is typed. */
  useHints?: (form: Form) => FieldHints
  /** Shown beside the title of a page. */
  beside?: (form: Form) => ReactNode
  /** Shown beside the fields. */
  aside?: (form: Form) => ReactNode
  /** Shown as a dialog, in one column. */
  dialog?: boolean
  /** The dialog's own classes. */
  className?: string
  /** What the button that saves says. */
  submitLabel?: string | undefined
  above?: ReactNode
  /** Below the fields; `touched` where something was chosen there. */
  children?: ReactNode
  touched?: boolean
}

const noHints = (): FieldHints => ({})

/** A form as a page or as a dialog: its fields, what went wrong, and somebody else's values. */
export function FormScreen(props: Props) {
  const {
    title,
    form,
    saving,
    onClose,
    beside,
    aside,
    dialog = false,
    children,
    initialFocus,
    layout,
  } = props
  const { useHints = noHints } = props
  const { failure, onSave, mended } = saving
  const offers = useHints(form)
  const changed = form.changed || props.touched === true
  const fix = failure?.fix
  const applyFix = () => {
    if (fix) form.set(fix.values)
    mended()
  }
  const action = fix && { action: <Button onClick={applyFix}>{fix.label}</Button> }
  // Closing an unchanged dialog must not ask about the form below it; leaving a page asks by itself.
  const close = async () => (!dialog || !changed || (await confirmClose())) && onClose()
  const shell = (
    <FormShell
      initialFocus={initialFocus}
      layout={layout}
      aside={aside?.(form)}
      narrow={dialog}
      submitLabel={props.submitLabel}
      onSave={onSave}
      onClose={() => void close()}
      failure={failure && { ...failure, ...action }}
      changed={changed}
      onDiscard={form.deleteDraft}
    >
      {form.isRecovered && (
        <div className="col-span-full">
          <Banner
            kind="notice"
            title="Recuperamos lo que habías escrito."
            action={<Button onClick={form.discard}>Descartar</Button>}
          />
        </div>
      )}
      {props.above}
      {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
      {form.present.map((name) => (
        <FormField key={name} form={form} name={name} offers={offers} />
      ))}
      {children}
    </FormShell>
  )
  return dialog ? (
    <Modal title={title} onClose={() => void close()} className={cx(footedSheetClass, props.className)}>
      {shell}
    </Modal>
  ) : (
    <>
      <PageHeading title={title}>{beside?.(form)}</PageHeading>
      {shell}
    </>
  )
}

interface FieldProps {
  form: Form
  name: string
  offers: FieldHints
}

function FormField({ form, name, offers: { hints, below } }: FieldProps) {
  const field = form.fields[name]
  if (!field) return null
  const { Input, label, className, empty, heading } = field
  const { conflict } = form
  const otherValues =
    conflict?.own.includes(name) &&
    !isSameValue(form.fields, name, form.values, conflict.theirs) &&
    conflict.theirs
  return (
    <>
      {heading && (
        <header className="col-span-full mt-2 first:mt-0">
          <h2 className="text-lg font-bold">{heading.title}</h2>
          <p className="text-sm text-muted">{heading.note}</p>
        </header>
      )}
      <div className={className}>
        <Input
          name={name}
          label={label}
          value={form.values[name] ?? empty}
          onChange={(value) => form.set({ [name]: value })}
          error={form.errors[name]}
          hint={
            otherValues ? `Otro usuario escribió: «${displayValue(form, name, otherValues)}».` : hints?.[name]
          }
          required={form.required.has(name)}
          form={form}
        />
      </div>
      {below?.[name]}
    </>
  )
}

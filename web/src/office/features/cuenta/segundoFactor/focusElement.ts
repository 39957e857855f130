// For each step: the button that led there is gone, and with it the focus.

/** To its first words, which are to be read first. */
export const focusElement = (words: HTMLElement | null) => words?.focus()

/** To the field that is typed in. */
export const focusFirstField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** For the first words of a step: the button that led there is gone, and with it the focus. */
export const takeFocus = (words: HTMLElement | null) => words?.focus()

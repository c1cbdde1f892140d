// Why this device is blocked, if an operator has blocked it.

export const shut = $state({ sentence: '' })

import { DOMAIN_ERRORS, DomainError, invalid } from './refusal.js';

describe('A refusal', () => {
  it('is an error with a code, a sentence and details', () => {
    const refusal = new DomainError('CONFLICT', 'The key WEB is taken.', { details: { key: 'WEB' } });
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toMatchObject({ name: 'DomainError', code: 'CONFLICT', message: 'The key WEB is taken.' });
    expect(refusal.more).toEqual({ details: { key: 'WEB' } });
    expect(String(refusal)).toBe('DomainError: The key WEB is taken.');
  });

  it('of a member names the member', () => {
    expect(() => invalid('title', 'must not be empty')).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: 'title must not be empty.',
        more: { fieldErrors: { title: ['must not be empty'] } },
      }),
    );
  });

  it('has one of these codes', () => {
    expect(DOMAIN_ERRORS).toEqual([
      'ACTIVE_SPRINT_EXISTS',
      'CONFLICT',
      'INVALID_COMPLETION_TARGET',
      'INVALID_SPRINT_TRANSITION',
      'INVALID_STATUS_TRANSITION',
      'LINK_CONTRADICTION',
      'LINK_DUPLICATE',
      'NOT_FOUND',
      'PROJECT_ARCHIVED',
      'REVISION_CONFLICT',
      'SPRINT_HAS_UNFINISHED_WORK_ITEMS',
      'VALIDATION_ERROR',
      'WORK_ITEM_ARCHIVED',
      'WORK_ITEM_HAS_CHILDREN',
      'WORK_ITEM_STATUS_REQUIRES_TRANSITION',
    ]);
  });
});

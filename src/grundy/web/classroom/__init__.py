"""A class: pupils who play the same tasks, and a teacher who sees what they have won and shows positions to all."""

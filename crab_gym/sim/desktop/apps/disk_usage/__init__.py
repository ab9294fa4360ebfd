"""The Disk Usage Analyzer: folders by the space that they take."""
